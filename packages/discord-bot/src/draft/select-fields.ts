/** The selects in the forms of a draft. */
import type { knownTokens } from '@countersign/core/network';
import { type APILabelComponent, ComponentType } from 'discord.js';
import type { Words } from '../words/index.ts';
import type { PartName } from './draft.ts';

export function personField(part: PartName, userId: string | undefined, { PARTS }: Words['draft']): APILabelComponent {
  const [label, description] = PARTS[part];
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.UserSelect,
      custom_id: part,
      required: false,
      ...(userId === undefined ? {} : { default_values: [{ id: userId, type: 'user' as never }] }),
    },
  };
}

export function tokenField(
  known: ReturnType<typeof knownTokens>,
  token: string,
  { TOKEN }: Words['draft'],
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: TOKEN,
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'token',
      required: false,
      options: known.map(({ code, address }) => ({ label: code, value: address, default: address === token })),
    },
  };
}

export function kindField(kind: 'single' | undefined, draft: Words['draft']): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: draft.PAYMENT,
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'kind',
      options: [
        { label: draft.EACH_MILESTONE, value: 'multi', default: kind === undefined },
        { label: draft.ALL_AT_ONCE, value: 'single', default: kind === 'single' },
      ],
    },
  };
}
