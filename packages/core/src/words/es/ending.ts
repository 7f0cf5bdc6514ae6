/** Plans of several steps, in Spanish. */
import { type EndingPlan, type EndingReader, type EndingStage, largestFirst, type SeveralPlan } from '../ending.ts';
import { unnamed } from '../naming.ts';
import { paymentText } from './life.ts';
import { obstacleWords } from './obstacles.ts';
import { milestonesText, ROLE_WORDS } from './words.ts';

export function endingWords(
  plan: EndingPlan,
  reader: EndingReader = {},
): { readonly lines: readonly string[]; readonly next: string } {
  const { named = unnamed } = reader;
  const { lines, next } = wordsOf(plan, reader);
  return { lines: lines.map(named), next: named(next) };
}

function wordsOf(plan: EndingPlan, { own = [] }: EndingReader): ReturnType<typeof endingWords> {
  const { now, because, released, stuck, unit, stages } = plan;
  const stays = [
    ...(released.length === 0 ? [] : [`Lo que se pagó por ${milestonesText(released)} queda pagado.`]),
    ...(stuck === undefined
      ? []
      : [`${stuck} ${unit} quedan en el depósito: su contrato no tiene ninguna función para retirarlos.`]),
  ];
  switch (now) {
    case 'not-signed':
      return { lines: ['Este depósito no está en la red: todavía nadie puede pagar en él.'], next: DISCARD };
    case 'no-money':
      return { lines: [NO_MONEY], next: `${AGREE} ${platformText(plan.platform)}` };
    case 'over':
      return { lines: ['No queda dinero en este depósito.', ...stays], next: 'No hay que hacer nada.' };
    case 'cannot': {
      const reasons = because.map(obstacleWords);
      return {
        lines: [...new Set(reasons.map(({ problem }) => problem)), ...stays],
        next: reasons[0]?.remedy ?? 'Aquí no se puede hacer nada.',
      };
    }
    case 'to-return':
      return {
        lines: [
          ...backLines(plan),
          ...stages.map((stage, at) => stageText(stage, at + 1, unit, own)),
          AGREEMENT,
          ...stays,
        ],
        next: nextText(plan, own),
      };
  }
}

export const partText = ({ done, of }: Pick<EndingPlan, 'done' | 'of'>): string => `${done + 1} de ${of}`;

const NO_MONEY =
  'No hay dinero en este depósito, así que no hay que hacer nada en la red. No se debe nada, y nada se puede tomar.';
const AGREE = 'Acuerde con los demás que nadie pague.';
const platformText = (platform: string): string =>
  `Su contrato no se puede cancelar; la plataforma (${platform}) puede cambiar el título para decir que terminó.`;
const DISCARD = 'Descártelo, para que nadie lo firme por error.';
const AGREEMENT =
  'El contrato no se puede cancelar: solo el árbitro puede devolver el dinero. Pregúntele si está de acuerdo antes de que alguien firme.';

function stageText(
  { act, milestones, left, isDone, signers, amount }: EndingStage,
  at: number,
  unit: string,
  own: readonly string[],
): string {
  if (isDone)
    return `${at}. Hecho: ${ACTS[act].done(milestones.length === 0 ? 'el depósito' : milestonesText(milestones))}.`;
  const what = milestones.length === 0 ? 'el depósito' : milestonesText(left);
  const each = left.length > 1 ? `, una transacción para cada uno (${left.length})` : '';
  return `${at}. ${ACTS[act].does(what, `${amount} ${unit}`)}${each}. ${signersText(signers, own)}`;
}

const ACTS = {
  dispute: {
    does: (what: string) => `Abrir una disputa sobre ${what}; no se mueve dinero`,
    done: (what: string) => `una disputa sobre ${what}`,
  },
  resolve: {
    does: (what: string, amount: string) => `Decidir la disputa sobre ${what} y devolver ${amount}`,
    done: (what: string) => `la decisión sobre ${what}`,
  },
  withdraw: {
    does: (_: string, amount: string) => `Retirar ${amount} que ningún hito necesita, y devolverlos`,
    done: () => 'el retiro de lo que queda',
  },
} as const;

function signersText(signers: EndingStage['signers'], own: readonly string[]): string {
  const named = signers.map(({ role, address }) =>
    address === undefined
      ? 'quien cobra ese hito'
      : `${ROLE_WORDS[role as keyof typeof ROLE_WORDS]} (${own.includes(address) ? 'usted' : address})`,
  );
  return `${named.length > 1 ? 'Firma cualquiera de ellos' : 'Firma'}: ${named.join(', ')}.`;
}

function backLines({ pays, unit, stays, payers, approver }: EndingPlan): string[] {
  const { shown, others } = largestFirst(pays);
  const toOthers = others.length === 0 ? [] : [`otros ${others.length} que pagaron reciben el resto, en proporción`];
  const back = shown.map((payment) =>
    payment.to === undefined
      ? `${payment.about ? 'unos ' : ''}${payment.amount} ${unit} a quien pagó`
      : paymentText(payment, unit),
  );
  const fees = pays
    .filter(({ as }) => as !== 'share')
    .map((payment) => paymentText({ ...payment, to: undefined }, unit));
  const after = fees.length === 0 ? '' : ` Comisiones: ${fees.join(', ')}.`;
  const rest = stays === '0' ? 'no queda nada en el depósito' : `quedan ${stays} ${unit} en el depósito`;
  return back.length === 0
    ? []
    : [`Se devuelve: ${[...back, ...toOthers].join('; ')}; ${rest}.${after}`, ...payersLine(payers, approver)];
}

function payersLine(payers: EndingPlan['payers'], approver: string): string[] {
  switch (payers) {
    case 'history':
      return [
        'Quién pagó se lee en el historial de la red. Revise cada dirección: una casa de cambio quizá no acredite lo devuelto.',
      ];
    case 'unknown':
      return [
        `El historial de la red no muestra quién pagó. Indique la dirección que lo recibe; pregunte a quien aprueba (${approver}) si pagó.`,
      ];
    default:
      return [];
  }
}

function nextText(plan: EndingPlan, own: readonly string[]): string {
  const { next, payers } = plan;
  if (next === undefined) return 'No hay que hacer nada.';
  const { act, milestone, signers } = next;
  const what = milestone === undefined ? 'el depósito' : milestonesText([milestone]);
  const head = `Transacción ${partText(plan)}: ${NEXT[act](what)}. ${signersText(signers, own)}`;
  return act !== 'dispute' && payers === 'unknown'
    ? `${head} Primero indique la dirección que recibe el dinero.`
    : head;
}

const NEXT = {
  dispute: (what: string) => `una disputa sobre ${what}`,
  resolve: (what: string) => `la decisión de la disputa sobre ${what}`,
  withdraw: () => 'el retiro de lo que queda',
} as const;

export function severalText({ milestones, done, already = [], stopped }: SeveralPlan): string {
  const left = milestones.filter((each) => !done.includes(each));
  const [next, ...later] = left;
  const before = [
    ...(already.length === 0 ? [] : [`No queda nada por hacer con ${milestonesText(already)}.`]),
    ...(done.length === 0 ? [] : [`Hecho: ${milestonesText(done)}.`]),
  ];
  const now =
    next === undefined
      ? 'No queda nada de esta solicitud.'
      : stopped === undefined
        ? `${partText({ done: milestones.indexOf(next), of: milestones.length })}: ${milestonesText([next])}.`
        : `Sin hacer: ${milestonesText(left)}. ${stopped}`;
  const after =
    later.length === 0 || stopped !== undefined
      ? []
      : [
          `Después, ${milestonesText(later)}: ${later.length > 1 ? 'cada uno' : 'este'} se prepara cuando el anterior queda registrado.`,
        ];
  return [...before, now, ...after].join(' ');
}

export const othersPossible = (possible: readonly number[]): string =>
  `Para seguir sin eso, pida solo ${milestonesText(possible)}.`;
