/** Where a person pastes what was signed elsewhere: it may be anything, even a secret. */
import { useState } from 'preact/hooks';
import { Button } from '../parts/controls.tsx';
import { Field } from '../parts/field.tsx';
import { words } from '../words/words.ts';

export type PastedProps = {
  readonly labels: { readonly paste: string; readonly submit: string };
  readonly rows: number;
  readonly isBusy: boolean;
  /** @param clear empties the field, where what is in it must not stay on screen */
  readonly onPasted: (text: string, clear: () => void) => unknown;
};

export function Pasted({ labels, rows, isBusy, onPasted }: PastedProps) {
  const [text, setText] = useState('');
  return (
    <>
      <Field
        id="pasted"
        label={labels.paste}
        hint={words().ways.elsewhere.noSecret}
        rows={rows}
        {...{ autocomplete: 'off', autocapitalize: 'off', spellcheck: false }}
        value={text}
        onText={setText}
      />
      <Button isBusy={isBusy} onPress={() => onPasted(text.trim(), () => setText(''))}>
        {labels.submit}
      </Button>
    </>
  );
}
