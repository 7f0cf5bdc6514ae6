/** What a person sees at an address without a transaction, or one that fails: without a script or any data. */
import type { Language as CoreLanguage } from '@countersign/core/words';

/** @param pathname of the request: a proxy may serve the page below a path that it does not pass on */
export function plainPage(name: PlainPage, pathname: string, accepted = ''): string {
  const wanted = accepted.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  const language = wanted.find((code) => Object.hasOwn(PLAIN_WORDS, code)) ?? 'en';
  const { title, lines } = (PLAIN_WORDS[language] ?? PLAIN_WORDS.en)[name];
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

type Words = { readonly title: string; readonly lines: readonly string[] };
export type PlainPage = 'root' | 'nothing' | 'elsewhere' | 'busy' | 'failed' | 'closed' | 'refused';
type Language = Readonly<Record<PlainPage, Words>>;

/** In the languages that signers read. */
const PLAIN_WORDS: Readonly<Record<string, Language>> & Readonly<Record<CoreLanguage, Language>> = {
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
    elsewhere: {
      title: 'This page does not answer under this name',
      lines: [
        'The address that you opened is not the one of Countersign, so it shows nothing here.',
        'Open the link exactly as you got it from your assistant or your team.',
      ],
    },
    busy: {
      title: 'Too much was asked at once',
      lines: ['Nothing was changed. Wait a minute, then load the page again.'],
    },
    failed: {
      title: 'Something went wrong here',
      lines: [
        'The page could not be shown. What was prepared or signed is kept.',
        'Load it again in a moment. If it keeps failing, tell the person who runs Countersign.',
      ],
    },
    closed: {
      title: 'Your list is not open in this browser',
      lines: ['A link to it works once, and for 5 minutes. Ask your assistant for a new one.'],
    },
    refused: {
      title: 'This was not accepted',
      lines: [
        'The address holds something that Countersign does not take. Nothing of it was kept.',
        'If it was a secret key or a recovery phrase, treat it as lost and move the funds of that account.',
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
    elsewhere: {
      title: 'Diese Seite antwortet nicht unter diesem Namen',
      lines: [
        'Die geöffnete Adresse ist nicht die von Countersign, deshalb ist hier nichts zu sehen.',
        'Öffnen Sie den Link genau so, wie Sie ihn von Ihrem Assistenten oder Ihrem Team bekommen haben.',
      ],
    },
    busy: {
      title: 'Das waren zu viele Anfragen auf einmal',
      lines: ['Es wurde nichts geändert. Warten Sie eine Minute, dann laden Sie die Seite neu.'],
    },
    failed: {
      title: 'Hier ist etwas schiefgegangen',
      lines: [
        'Die Seite konnte nicht gezeigt werden. Was vorbereitet oder unterschrieben wurde, bleibt erhalten.',
        'Laden Sie sie gleich noch einmal. Geht es weiterhin nicht, sagen Sie es dem, der Countersign betreibt.',
      ],
    },
    closed: {
      title: 'Ihre Liste ist in diesem Browser nicht geöffnet',
      lines: ['Ein Link dorthin funktioniert einmal, fünf Minuten lang. Bitten Sie Ihren Assistenten um einen neuen.'],
    },
    refused: {
      title: 'Das wurde nicht angenommen',
      lines: [
        'Die Adresse enthält etwas, das Countersign nicht annimmt. Nichts davon wurde aufbewahrt.',
        'War es ein geheimer Schlüssel oder eine Wiederherstellungsphrase, dann gilt er als verloren: Bringen Sie das Guthaben dieses Kontos in Sicherheit.',
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
        'También puede venir de Countersign en otra computadora o con otra carpeta de datos. Ese enlace solo funciona allí, mientras Countersign esté en marcha.',
        'Copie de nuevo el enlace completo, o pida uno nuevo donde lo recibió.',
      ],
    },
    elsewhere: {
      title: 'Esta página no responde con este nombre',
      lines: [
        'La dirección que abrió no es la de Countersign, así que aquí no se muestra nada.',
        'Abra el enlace tal como lo recibió de su asistente o de su equipo.',
      ],
    },
    busy: {
      title: 'Hubo demasiadas solicitudes a la vez',
      lines: ['No se cambió nada. Espere un minuto y vuelva a cargar la página.'],
    },
    failed: {
      title: 'Algo falló aquí',
      lines: [
        'No se pudo mostrar la página. Lo que se preparó o se firmó se conserva.',
        'Vuelva a cargarla en un momento. Si sigue fallando, avise a quien administra Countersign.',
      ],
    },
    closed: {
      title: 'Su lista no está abierta en este navegador',
      lines: ['Un enlace a ella funciona una sola vez, durante 5 minutos. Pida uno nuevo a su asistente.'],
    },
    refused: {
      title: 'Esto no se aceptó',
      lines: [
        'La dirección contiene algo que Countersign no acepta. No se guardó nada de ello.',
        'Si era una clave secreta o una frase de recuperación, considérela perdida y mueva los fondos de esa cuenta.',
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
    elsewhere: {
      title: 'Esta página não responde por este nome',
      lines: [
        'O endereço que você abriu não é o do Countersign, por isso nada é mostrado aqui.',
        'Abra o link exatamente como o recebeu do seu assistente ou da sua equipe.',
      ],
    },
    busy: {
      title: 'Houve pedidos demais de uma vez',
      lines: ['Nada foi alterado. Espere um minuto e carregue a página de novo.'],
    },
    failed: {
      title: 'Algo deu errado aqui',
      lines: [
        'Não foi possível mostrar a página. O que foi preparado ou assinado continua guardado.',
        'Carregue-a de novo em instantes. Se continuar falhando, avise quem administra o Countersign.',
      ],
    },
    closed: {
      title: 'A sua lista não está aberta neste navegador',
      lines: ['Um link para ela funciona uma vez, por 5 minutos. Peça um novo ao seu assistente.'],
    },
    refused: {
      title: 'Isto não foi aceito',
      lines: [
        'O endereço contém algo que o Countersign não aceita. Nada disso foi guardado.',
        'Se era uma chave secreta ou uma frase de recuperação, considere-a perdida e mova os fundos dessa conta.',
      ],
    },
  },
};
