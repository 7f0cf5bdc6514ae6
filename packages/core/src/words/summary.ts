/** What a summary of a transaction says next to its data, as data and in words. */
import type { StepLimits, StepWords } from '../actions/words.ts';
import type { RoleName, StepName } from '../escrow/steps.ts';
import { format } from '../text/message.ts';
import type { CoreMessages } from './catalogue.ts';
import { fieldText } from './field-names.ts';
import { aboutText, joinedTo } from './words.ts';

export type FieldName = 'title' | 'engagementId' | 'description' | 'platformFee' | 'amount' | 'escrow' | 'held';
export type MilestoneState = 'open' | 'approved' | 'disputed' | 'released' | 'resolved';

/** What a step does. Texts are quoted and cleaned already; amounts are with their token. */
export type DoesWords = {
  readonly step: StepName;
  readonly role?: RoleName | undefined;
  readonly title: string;
  readonly milestone?:
    | {
        readonly number: number;
        readonly of: number;
        readonly description: string;
        readonly amount?: string | undefined;
      }
    | undefined;
  /** What was reported of the milestone that is approved. */
  readonly report?: { readonly status: string; readonly evidence?: string | undefined } | undefined;
};

export type LimitWords = StepLimits & { readonly step: StepName };

export type TokenWords = { readonly code: string; readonly issuer: string };
/** `reserve`: in XLM. */
export type TrustWords = TokenWords & { readonly signer: string; readonly reserve: string };

export type Script = 'Latin' | 'Greek' | 'Cyrillic' | 'Armenian' | 'Cherokee' | 'mathematical';
export type TextTrouble = 'address' | 'styled' | { readonly mixed: readonly Script[] };

export function createSummaryWords(messages: CoreMessages, steps: Readonly<Record<StepName, StepWords>>) {
  const { summary, parties, milestones } = messages;
  const { trouble } = summary;
  return {
    ROLE_WORDS: parties as Readonly<Record<RoleName, string>>,
    /** Fields of an escrow that a step may change. */
    FIELD_NAMES: summary.fields as Readonly<Record<FieldName, string>>,
    MILESTONE_FIELD_NAMES: summary.milestoneFields,
    MILESTONE_STATE_WORDS: summary.milestoneStates as Readonly<Record<MilestoneState, string>>,
    NONE: summary.none,
    ABOUT: summary.about,
    RESTORES: summary.restores,
    PLAIN_TRANSFER: summary.plainTransfer,
    milestoneName: (number: number) => format(summary.milestone, { number }),
    aboutText: (amount: string) => aboutText(messages, amount),
    toText: (address: string) => format(summary.to, { address }),
    doesText: (does: DoesWords) => doesText(messages, does),
    limitLines: ({ step, ...about }: LimitWords) => steps[step].limits(about),
    trustText: (trust: TrustWords) => format(summary.trust, trust),
    unknownTokenText: (token: TokenWords) => format(summary.unknownToken, token),
    /** A warning about a text of an escrow. */
    troubleText: (path: string, found: TextTrouble) => {
      // An assistant reads the English one, and knows the field by its path.
      const field = messages.language === 'en' ? path : fieldText(messages, path);
      if (found === 'address' || found === 'styled') return format(trouble[found], { field });
      const scripts = found.mixed.map((script) => summary.scripts[script]).join(` ${milestones.and} `);
      return format(trouble.mixed, { field, scripts });
    },
  };
}

/** "Approver: approve milestone 2 of 3, “Site built”, 200 USDC." */
function doesText(messages: CoreMessages, { step, role, title, milestone, report }: DoesWords): string {
  const { actions, parties, summary } = messages;
  const who = role === undefined ? '' : `${parties[role]}: `;
  return `${who}${joinedTo(messages, actions[step].does, whatText(summary, title, milestone))}${reportText(summary, report)}.`;
}

function whatText({ does }: CoreMessages['summary'], title: string, milestone: DoesWords['milestone']) {
  if (milestone === undefined)
    return { plain: format(does.escrow.plain, { title }), of: format(does.escrow.of, { title }) };
  const { number, of: count, amount } = milestone;
  const description = amount === undefined ? milestone.description : `${milestone.description}, ${amount}`;
  const values = { number, count, description };
  return { plain: format(does.milestone.plain, values), of: format(does.milestone.of, values) };
}

/** The service provider's report, which is what an approval approves. */
function reportText(
  { report: { plain, evidence: withEvidence } }: CoreMessages['summary'],
  report: DoesWords['report'],
) {
  if (report === undefined) return '';
  const { status, evidence } = report;
  return evidence === undefined ? format(plain, { status }) : format(withEvidence, { status, evidence });
}
