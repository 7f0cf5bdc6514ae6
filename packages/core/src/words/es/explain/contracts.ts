/** Calls and creations of contracts, and what their authorisations allow. */

export const whichDoes = (words: string, authorisation: string): string => `${words}; ${authorisation}`;
export const extendsData = (ledgers: number, days: number): string =>
  `Conserva los datos de contratos que la transacción declara leer durante ${ledgers} libros (unos ${days} días)`;
export const RESTORES_DATA: string = 'Restaura los datos archivados de contratos que la transacción declara escribir';
export const uploadsCode = (bytes: number, hash: string): string =>
  `Sube código de contrato de ${bytes} bytes, con el hash ${hash}`;

export const ifFor = (contract: string, network: string): string =>
  `${contract} (si la transacción es para ${network})`;
export const constructedWith = (values: string): string => `, construido con (${values})`;
export const createsTokenContract = (asset: string, at: string): string =>
  `Crea el contrato de token de ${asset} en ${at}`;
export const createsContract = (owner: string, salt: string, at: string, code: string): string =>
  `Crea un contrato de ${owner} con la sal ${salt} en ${at}, con ${code}`;
export const theCode = (hash: string): string => `el código ${hash}`;
export const CODE_OF_ASSET: string = 'el código del token de un activo clásico';
export const codeOf = (name: string, owner: string): string => `el código ${name} de ${owner}`;

export const NO_AUTHORISATION: string = 'no tiene autorización';
export const ONLY_THIS_CALL: string = 'autoriza solo esta llamada';
export const moreThanThisCall = (entries: number): string =>
  `autoriza más que esta llamada (${entries} ${entries === 1 ? 'entrada' : 'entradas'}, vea las advertencias)`;
export const alsoCarries = (who: string, allowed: string): string =>
  `lleva además una autorización: ${who} permite ${allowed}`;
export const THIS_CALL: string = 'esta llamada';
export const THIS_AND_BELOW: string = 'esta llamada, y debajo de ella';
export const ANOTHER_CALL: string = 'otra llamada';
export const ANOTHER_AND_BELOW: string = 'otra llamada, y debajo de ella';
type ByItself = { address: string; isSigned: boolean; delegates: number; until: number };
export const byItself = ({ address, isSigned, delegates, until }: ByItself): string =>
  `${address} (por su cuenta: ${isSigned ? 'una firma que aquí no se comprobó' : 'sin firmar'}${delegates === 0 ? '' : `, a través de ${delegates} más`}, hasta el libro ${until})`;
