import { language } from '../words/words.ts';

/** @param time epoch milliseconds, shown in the reader's own time zone */
export function TimeText({ time }: { readonly time: number }) {
  const shown = new Date(time).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'long' });
  return <time dateTime={new Date(time).toISOString()}>{shown}</time>;
}
