/** Who could take the money of an escrow, and how, in Spanish. */
import type { Taking, TakingParty } from '../stops.ts';

export function takingText({ way, share, ...party }: Taking & TakingParty): string {
  const who = partyText(party);
  const owner = party.name ?? 'el dueño de esta dirección';
  const means = {
    release: `${who} cobra, y además aprueba y libera los fondos.`,
    approved: `El trabajo ya está aprobado. ${who} cobra, y además libera los fondos.`,
    fee: `${who} recibe la mayor parte de cada pago como comisión de la plataforma, y además decide cuándo se paga.`,
    milestone: `${who} puede agregar un hito, aprobarlo y pagarlo a cualquier dirección.`,
    dispute: `El depósito en garantía está en disputa, y solo ${who} decide quién cobra.`,
  }[way];
  return `${means} Cuando haya dinero dentro, ${owner} puede llevarse ${SHARE_WORDS[share]}.`;
}

type Together = Taking & { readonly parties: readonly TakingParty[]; readonly resolver?: TakingParty | undefined };

export function takingTogetherText({ way, share, parties, resolver }: Together): string {
  const together = `pueden llevarse ${SHARE_WORDS[share]} cuando haya dinero dentro.`;
  if (way === 'dispute') {
    const resolving = resolver === undefined ? '' : ` ${partyText(resolver)}`;
    const who = parties.length > 1 ? 'Si una de esas partes y el árbitro' : 'Si las dos partes';
    return `${listed(parties, 'o')} puede abrir una disputa, y entonces solo el árbitro${resolving} decide quién cobra. ${who} se ponen de acuerdo, ${together}`;
  }
  const both = listed(parties, 'y');
  const means = {
    release: `Entre ${both} aprueban, liberan los fondos y cobran.`,
    approved: `El trabajo ya está aprobado. Entre ${both} liberan los fondos y cobran.`,
    fee: `Entre ${both} reciben la mayor parte de cada pago como comisión de la plataforma, y deciden cuándo se paga.`,
    milestone: `Entre ${both} pueden agregar un hito, aprobarlo y pagarlo a cualquier dirección.`,
  }[way];
  return `${means} Si las dos partes se ponen de acuerdo, ${together}`;
}

const SHARE_WORDS = { all: 'todo', part: 'una parte' } as const;

const partyText = ({ address, name }: TakingParty): string => (name === undefined ? address : `${name} (${address})`);

function listed(parties: readonly TakingParty[], last: 'y' | 'o'): string {
  const texts = parties.map(partyText);
  const ends = texts.slice(-2).join(` ${last} `);
  return [...texts.slice(0, -2), ends].join(', ');
}
