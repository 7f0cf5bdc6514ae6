/** What a person reads who opens an address that is no transaction's: in their language, without a script or any data. */

type Words = { readonly title: string; readonly lines: readonly string[] };
type Language = { readonly root: Words; readonly nothing: Words };

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    root: {
      title: 'This is Countersign',
      lines: [
        'Countersign prepares escrow transactions. People read them here and sign them with their own wallet.',
        'Each transaction has a link of its own. Open the one that you got from your assistant or your team. A list of your escrows opens only on the computer on which Countersign runs.',
        'Countersign never asks for a secret key.',
      ],
    },
    nothing: {
      title: 'There is nothing at this address',
      lines: [
        'The link may be incomplete, or it has ended.',
        'It may also be from Countersign on another computer, or with another data folder. Such a link works only there, while Countersign is running.',
        'Copy the whole link once more, or ask for a new one where you got it.',
      ],
    },
  },
  de: {
    root: {
      title: 'Das ist Countersign',
      lines: [
        'Countersign bereitet Treuhand-Transaktionen vor. Man liest sie hier und unterschreibt sie mit dem eigenen Wallet.',
        'Jede Transaktion hat einen eigenen Link. Öffnen Sie den, den Sie von Ihrem Assistenten oder Ihrem Team bekommen haben. Eine Liste öffnet sich nur auf dem Computer, auf dem Countersign läuft.',
        'Countersign fragt nie nach einem geheimen Schlüssel.',
      ],
    },
    nothing: {
      title: 'Unter dieser Adresse gibt es nichts',
      lines: [
        'Vielleicht ist der Link unvollständig oder abgelaufen.',
        'Oder er stammt von Countersign auf einem anderen Computer oder mit einem anderen Datenordner. Dann funktioniert er nur dort, solange Countersign läuft.',
        'Kopieren Sie den ganzen Link noch einmal, oder bitten Sie dort um einen neuen, wo Sie ihn bekommen haben.',
      ],
    },
  },
  es: {
    root: {
      title: 'Esto es Countersign',
      lines: [
        'Countersign prepara transacciones de depósito en garantía. Aquí se leen y se firman con la propia billetera.',
        'Cada transacción tiene su propio enlace. Abra el que recibió de su asistente o de su equipo. La lista de sus depósitos se abre solo en el equipo donde funciona Countersign.',
        'Countersign nunca pide una clave secreta.',
      ],
    },
    nothing: {
      title: 'No hay nada en esta dirección',
      lines: [
        'Puede que el enlace esté incompleto o que haya caducado.',
        'También puede venir de Countersign en otro ordenador o con otra carpeta de datos. Ese enlace solo funciona allí, mientras Countersign esté en marcha.',
        'Copie de nuevo el enlace completo, o pida uno nuevo donde lo recibió.',
      ],
    },
  },
  pt: {
    root: {
      title: 'Este é o Countersign',
      lines: [
        'O Countersign prepara transações de depósito em garantia. Aqui elas são lidas e assinadas com a própria carteira.',
        'Cada transação tem o seu próprio link. Abra o que recebeu do seu assistente ou da sua equipe. A lista dos seus depósitos só abre no computador em que o Countersign funciona.',
        'O Countersign nunca pede uma chave secreta.',
      ],
    },
    nothing: {
      title: 'Não há nada neste endereço',
      lines: [
        'O link pode estar incompleto ou ter expirado.',
        'Também pode vir do Countersign em outro computador ou com outra pasta de dados. Esse link só funciona lá, enquanto o Countersign estiver em execução.',
        'Copie o link inteiro de novo, ou peça um novo onde o recebeu.',
      ],
    },
  },
};

/**
 * @param pathname of the request: a proxy may serve the page below a path that it does not pass on
 * @param accepted the header Accept-Language
 */
export function plainPage(name: keyof Language, pathname: string, accepted = ''): string {
  const wanted = accepted.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  const language = wanted.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en';
  const { title, lines } = (LANGUAGES[language] as Language)[name];
  return framedPage(language, title, lines, pathname);
}

/** @param lines of text, which becomes text. @param pathname of the request */
export function framedPage(language: string, title: string, lines: readonly string[], pathname: string): string {
  const assets = `${'../'.repeat(pathname.split('/').length - 2)}sign/assets`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Countersign</title>
    <link rel="icon" href="${assets}/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${assets}/page.css">
  </head>
  <body>
    <header class="band"><p><strong>Countersign</strong></p></header>
    <main>
      <section class="card status">
        <h1>${title}</h1>
        ${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n        ')}
      </section>
    </main>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
