/** Where a person writes a text. */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';

type OfControl =
  | 'name'
  | 'class'
  | 'defaultValue'
  | 'value'
  | 'maxLength'
  | 'inputMode'
  | 'autocomplete'
  | 'spellcheck';
export type FieldProps = Pick<InputHTMLAttributes, OfControl | 'autocapitalize'> & {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly hint?: string | undefined;
  /** The id of what describes it, where it has no hint. */
  readonly describedBy?: string | undefined;
  /** Of a text in several lines. */
  readonly rows?: number | undefined;
  /** Whether it is a paragraph of its own. */
  readonly isApart?: boolean;
  readonly onText?: (text: string) => void;
};

export function Field({ id, label, hint, describedBy, rows, isApart = false, onText, ...own }: FieldProps) {
  const control = {
    ...own,
    id,
    'aria-describedby': hint === undefined ? describedBy : `${id}-hint`,
    onInput: (event: Event) => onText?.((event.currentTarget as HTMLInputElement).value),
  };
  const Hint = isApart ? 'span' : 'p';
  const field = (
    <>
      <label for={id}>{label}</label>
      {rows === undefined ? (
        <input autocomplete="off" autocapitalize="off" spellcheck={false} {...control} />
      ) : (
        <textarea {...control} rows={rows} />
      )}
      {hint !== undefined && (
        <Hint class="hint" id={`${id}-hint`}>
          {hint}
        </Hint>
      )}
    </>
  );
  return isApart ? <p class="field">{field}</p> : field;
}
