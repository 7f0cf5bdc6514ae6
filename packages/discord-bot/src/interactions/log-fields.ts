/** What the log has about an interaction: who, where, and which escrow. No text that a person wrote, and no token. */
import type { MemberAction } from '../discord/interaction.ts';

export type LogFields = Readonly<Record<string, string>>;

/** Only complete ids, so that nothing else that was typed gets into the log. */
const CONTRACT = /\bC[A-Z2-7]{55}\b/;
const HANDLE = /\b[0-9a-f]{32}\b/;
const NAMED_IN = ['id', 'escrow'] as const;

export function fieldsOf(memberAction: MemberAction, action: string): LogFields {
  const { id, userId, guildId } = memberAction.interaction;
  return {
    kind: memberAction.kind,
    action,
    interaction: id,
    user: userId,
    ...(guildId === undefined ? {} : { server: guildId }),
    ...subjectIn(namedIn(memberAction)),
  };
}

function namedIn(action: MemberAction): string {
  if (action.kind !== 'command') return action.customId.split(':').slice(2).join(':');
  return NAMED_IN.flatMap((name) => action.texts.get(name)?.trim() ?? []).join(' ');
}

function subjectIn(text: string): LogFields {
  const contract = CONTRACT.exec(text)?.[0];
  const requestId = HANDLE.exec(text)?.[0];
  return { ...(requestId === undefined ? {} : { handle: requestId }), ...(contract === undefined ? {} : { contract }) };
}
