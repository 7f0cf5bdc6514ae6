/** Who could take the money of an escrow, and how. */
import type { Taking, TakingParty } from '../stops.ts';

export function takingText({ way, share, ...party }: Taking & TakingParty): string {
  const who = partyText(party);
  const owner = party.name ?? 'the owner of this address';
  const means = {
    release: `${who} is paid, and also approves and pays out.`,
    approved: `The work is approved already. ${who} is paid, and also pays out.`,
    fee: `${who} gets most of each payment as the platform fee, and also decides when it is paid out.`,
    milestone: `${who} can add a milestone, approve it and pay it out, to any address.`,
    dispute: `The escrow is in dispute, and ${who} alone decides who is paid.`,
  }[way];
  return `${means} Once money is paid in, ${owner} can take ${SHARE_WORDS[share]} of it.`;
}

type Together = Taking & { readonly parties: readonly TakingParty[]; readonly resolver?: TakingParty | undefined };

export function takingTogetherText({ way, share, parties, resolver }: Together): string {
  const together = `they can take ${SHARE_WORDS[share]} of it once money is paid in.`;
  if (way === 'dispute') {
    const resolving = resolver === undefined ? '' : ` ${partyText(resolver)}`;
    const who = parties.length > 1 ? 'If one of them and the dispute resolver' : 'If the two';
    return `${listed(parties, 'or')} can open a dispute, and the dispute resolver${resolving} alone then decides who is paid. ${who} work together, ${together}`;
  }
  const both = listed(parties, 'and');
  const means = {
    release: `Between them, ${both} approve, pay out and are paid.`,
    approved: `The work is approved already. Between them, ${both} pay out and are paid.`,
    fee: `Between them, ${both} get most of each payment as the platform fee, and decide when it is paid out.`,
    milestone: `Between them, ${both} can add a milestone, approve it and pay it out, to any address.`,
  }[way];
  return `${means} If the two work together, ${together}`;
}

const SHARE_WORDS = { all: 'all', part: 'part' } as const;

const partyText = ({ address, name }: TakingParty): string => (name === undefined ? address : `${name} (${address})`);

function listed(parties: readonly TakingParty[], last: 'and' | 'or'): string {
  const texts = parties.map(partyText);
  const ends = texts.slice(-2).join(` ${last} `);
  return [...texts.slice(0, -2), ends].join(', ');
}
