/** The forms that buttons open, and what they confirm. Titles and labels: 45 characters; descriptions: 100. */

export const CONFIRM_TITLE: string = 'Confirme lo que leyó';
export const TYPE_TOTAL: string = 'Escriba el monto total';
export const TYPE_TOTAL_HOW: string = 'El número junto a “Total” en la tarjeta. Esto no envía nada.';
export const STATUS: string = 'Estado';
export const STATUS_HOW: string = 'Pocas palabras. Cualquiera puede leerlo en el libro mayor.';
export const COMPLETED: string = 'completado';
export const EVIDENCE: string = 'Evidencia';
export const EVIDENCE_HOW: string =
  'Dónde se ve el trabajo, por ejemplo un enlace. Cualquiera puede leerlo en el libro mayor.';
export const SHARES: string = 'Quién recibe cuánto';
export const SHARES_HOW: string =
  'Una por línea: “G… 25”, “<@id> 40 %” o “Ana resto”. Las comisiones se restan de las partes.';
export const WHICH_MILESTONE: string = '¿Qué hito?';
export const WHICH_HOW: string = 'Su número en la tarjeta. Esto no envía nada.';
export const WHICH_MILESTONES: string = '¿Qué hitos?';
export const WHICH_SEVERAL_HOW: string = 'Sus números, como 1, 2 o 1-3. Cada uno se lee y se firma por separado.';
export const lineNumber = (line: number): string => `línea ${line}`;
export const NO_SHARE: string = 'debe ser una persona y su parte, como G… 150, Ana 50 % o Ana resto';
export const NO_SHARES: string = 'faltan; escriba DIRECCIÓN MONTO, una parte por línea';
export const memberIs = (who: string, address: string, isProven: boolean): string =>
  `${who} es ${address}, ${isProven ? 'y probó que es suya' : 'según dijo; nada lo prueba'}.`;
