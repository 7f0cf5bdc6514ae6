/** What a summary of a transaction says in Spanish, beside what it shows as data. */
import { actions } from '../../actions/es.ts';
import type {
  DoesWords,
  FieldName,
  LimitWords,
  MilestoneState,
  Script,
  TextTrouble,
  TokenWords,
  TrustWords,
} from '../summary.ts';
import { fieldText } from './field-names.ts';
import { ROLE_WORDS } from './words.ts';

export { ROLE_WORDS } from './words.ts';

export const FIELD_NAMES: Readonly<Record<FieldName, string>> = {
  title: 'Título',
  engagementId: 'Identificador del acuerdo',
  description: 'Descripción',
  platformFee: 'Comisión de la plataforma',
  amount: 'Monto',
  escrow: 'Depósito en garantía',
  held: 'En el depósito',
};

export const MILESTONE_FIELD_NAMES = {
  description: 'descripción',
  amount: 'monto',
  receiver: 'quien cobra',
  status: 'estado',
  evidence: 'evidencia',
};

export const MILESTONE_STATE_WORDS: Readonly<Record<MilestoneState, string>> = {
  open: 'pendiente',
  approved: 'aprobado',
  disputed: 'en disputa',
  released: 'pagado',
  resolved: 'decidido',
};

export const NONE: string = 'ninguno';
export const milestoneName = (number: number): string => `Hito ${number}`;
export const aboutText = (amount: string): string => `unos ${amount}`;
export const toText = (address: string): string => `para ${address}`;

/** "Quien aprueba: aprobar el hito 2 de 3, “Sitio listo”, 200 USDC." */
export function doesText({ step, role, title, milestone, report }: DoesWords): string {
  const who = role === undefined ? '' : `${ROLE_WORDS[role]}: `;
  const amount = milestone?.amount === undefined ? '' : `, ${milestone.amount}`;
  const what =
    milestone === undefined
      ? `depósito en garantía ${title}`
      : `hito ${milestone.number} de ${milestone.of}, ${milestone.description}${amount}`;
  const { does } = actions[step];
  const sentence = does.endsWith(' de') ? `${does}l ${what}` : `${does} el ${what}`;
  return `${who}${sentence}${reportText(report)}.`;
}

function reportText(report: DoesWords['report']): string {
  if (report === undefined) return '';
  const evidence = report.evidence === undefined ? 'sin evidencia' : `con la evidencia ${report.evidence}`;
  return `, informado como ${report.status} ${evidence}`;
}

export const limitLines = ({ step, ...about }: LimitWords): string[] => actions[step].limits(about);

export const ABOUT: string =
  'Los montos son exactos salvo por unas pocas de las unidades más pequeñas del token: no se sabe cómo redondea este contrato las comisiones de estas partes. Las partes que se dividen sin resto son exactas.';

export const RESTORES: string =
  'Se archivaron datos del depósito en garantía, y esta transacción los restaura. Por eso es más alta la comisión de la red.';

export const PLAIN_TRANSFER: string =
  'Es un pago simple: no se consulta el contrato del depósito, así que llega aunque entretanto hayan cambiado sus condiciones.';

export const trustText = ({ signer, code, issuer, reserve }: TrustWords): string =>
  `Permite que ${signer} tenga ${code} del emisor ${issuer}. No mueve dinero. Mientras exista la línea de confianza, quedan retenidos ${reserve} XLM de la cuenta.`;

export const unknownTokenText = ({ code, issuer }: TokenWords): string =>
  `Cualquiera puede emitir un token llamado ${code}. Revise la dirección del emisor: ${issuer}.`;

const SCRIPTS: Readonly<Record<Script, string>> = {
  Latin: 'latinas',
  Greek: 'griegas',
  Cyrillic: 'cirílicas',
  Armenian: 'armenias',
  Cherokee: 'cheroquis',
  mathematical: 'matemáticas',
};

export function troubleText(field: string, trouble: TextTrouble): string {
  const name = fieldText(field);
  if (trouble === 'address')
    return `${name}: contiene lo que parece una dirección o una clave; solo cuentan las direcciones en sus propios campos`;
  if (trouble === 'styled')
    return `${name}: está escrito en parte con letras hechas para resaltar; es un texto como cualquier otro`;
  const scripts = trouble.mixed.map((script) => SCRIPTS[script]).join(' y ');
  return `${name}: mezcla letras ${scripts} en una palabra; se parecen y no son iguales`;
}
