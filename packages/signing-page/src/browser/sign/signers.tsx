/** Who has signed for an account that needs several signers, who still can, and what to do next. */
import { format } from '@countersign/core/text/message';
import type { PageView } from '../../page-view.ts';
import { CopyButton } from '../parts/controls.tsx';
import { Code } from '../parts/elements.tsx';
import { minutesText, serverTime, useNow } from '../parts/time.ts';
import type { ShownScreen } from '../state/page-state.ts';
import { language, words } from '../words/words.ts';

type Signers = NonNullable<PageView['signers']>;

export type SignersProps = {
  readonly signers: Signers;
  readonly shown: ShownScreen;
  readonly onChoose: (address: string) => void;
};

export function Signers({ signers, shown: { match, signer: chosen, view }, onChoose }: SignersProps) {
  const say = words().signers;
  const isPartly = signers.have > 0;
  const isAgain = !isPartly && signers.signers.some(({ again }) => again);
  return (
    <fieldset class="signers">
      <legend>{say.title}</legend>
      <p role="status">{progressOf(signers)}</p>
      {isAgain && <p>{say.renewed}</p>}
      <ul>
        {signers.signers.map((signer) => (
          <Row
            key={signer.address}
            signer={signer}
            name={view.names?.find(({ address }) => address === signer.address)?.name}
            hasWeights={hasWeights(signers)}
            isChosen={signer.address === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {isPartly && <Until end={match.expiresAt} />}
      {signers.needed > 1 && <p>{isPartly ? say.others : say.first}</p>}
      {isPartly && (
        <p class="buttons">
          <CopyButton label={say.copyLink} text={() => location.href} />
        </p>
      )}
    </fieldset>
  );
}

/** Whether people can be counted in place of weights. */
const hasWeights = ({ signers }: Signers): boolean => signers.some(({ weight }) => weight !== 1);

function progressOf(signers: Signers): string {
  const say = words().signers;
  const { needed, have } = signers;
  if (hasWeights(signers)) return format(say.weights, { needed, have });
  if (needed === 1) return say.anyOne;
  const { none, one, other } = say.people;
  return format(have === 0 ? none : have === 1 ? one : other, { needed, of: signers.signers.length, have });
}

type RowProps = Pick<SignersProps, 'onChoose'> & {
  readonly signer: Signers['signers'][number];
  readonly name: string | undefined;
  readonly hasWeights: boolean;
  readonly isChosen: boolean;
};

function Row({ signer: { address, weight, signed, again }, name, hasWeights, isChosen, onChoose }: RowProps) {
  const say = words().signers;
  const state = signed ? say.hasSigned : again ? say.signsAgain : say.canSign;
  const who = (
    <span>
      {name !== undefined && <strong>{name}</strong>} <Code code={address} />
      <span class="state">
        {signed ? '✓ ' : ''}
        {hasWeights ? `${state} (${format(say.weight, { weight })})` : state}
      </span>
    </span>
  );
  if (signed) return <li class="has-signed">{who}</li>;
  return (
    <li>
      <label>
        <input type="radio" name="signer" checked={isChosen} onChange={() => onChoose(address)} />
        {who}
      </label>
    </li>
  );
}

function Until({ end }: { readonly end: number }) {
  const say = words().signers;
  const seconds = Math.ceil((end - useNow(serverTime)) / 1_000);
  if (seconds <= 0) return <p>{say.over}</p>;
  const time = new Date(end).toLocaleTimeString(language(), { timeStyle: 'medium' });
  return <p>{format(say.until, { time, left: minutesText(seconds) })}</p>;
}
