/** Texts in Discord keep to its limits in every language; tools/src/languages/sentences.test.ts has the rules for all. */
import { expect, test } from 'vitest';
import en from './messages/discord.en.json' with { type: 'json' };
import es from './messages/discord.es.json' with { type: 'json' };

test.each([en, es])('forms keep to Discord’s limits', ({ forms, draft, server }) => {
  const all = [forms, draft, server].flatMap((subject) => Object.entries(subject));
  for (const [name, text] of all) {
    if (typeof text !== 'string' || !name.endsWith('How')) continue;
    expect([name, text.length]).toEqual([name, Math.min(text.length, 100)]);
    const label = all.find(([other]) => other === name.replace(/How$/, ''))?.[1];
    if (typeof label === 'string') expect([name, label.length]).toEqual([name, Math.min(label.length, 45)]);
  }
  for (const { label, description } of Object.values(draft.parts)) {
    expect([label.length <= 45, description.length <= 100]).toEqual([true, true]);
  }
});
