/** A page whose English locators are sought in Spanish, so that one description reaches a state in both languages. */
import coreEn from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import coreEs from '@countersign/core/words/messages/core.es.json' with { type: 'json' };
import type { Page } from 'playwright-core';
import cardEn from '../src/messages/card.en.json' with { type: 'json' };
import cardEs from '../src/messages/card.es.json' with { type: 'json' };
import pageEn from '../src/messages/page.en.json' with { type: 'json' };
import pageEs from '../src/messages/page.es.json' with { type: 'json' };

type Pair = readonly [english: string, spanish: string];

function pairsOf(english: unknown, spanish: unknown): readonly Pair[] {
  if (typeof english === 'string') return [[english, String(spanish)]];
  if (typeof english !== 'object' || english === null) return [];
  return Object.entries(english).flatMap(([key, value]) =>
    pairsOf(value, (spanish as Readonly<Record<string, unknown>>)[key]),
  );
}

const PAIRS = pairsOf([coreEn, pageEn, cardEn], [coreEs, pageEs, cardEs]);
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const PARAMETER = /\\\{(\w+)\\\}/g;
const GROUP = /\(\?[:<](?:\w+>)?\.\+\)/g;

/** All that it may be in Spanish: a sentence with its parameters, or one of which it is a part. */
function spanishOf(text: string): RegExp | string {
  // An address is the same in every language.
  if (!/[a-z]/.test(text)) return text;
  const all = PAIRS.flatMap(([english, spanish]) => {
    const pattern = escaped(english)
      .replaceAll(PARAMETER, '(?<$1>.+)')
      .replaceAll(/(\(\?<(\w+)>\.\+\).*)\(\?<\2>/g, '$1(?:');
    const hasWords = /[a-z]{3}/i.test(english.replaceAll(/\{\w+\}/g, ''));
    // The end may be missing, but not all of its words: any text is a parameter.
    const begin = pattern.slice(0, pattern.lastIndexOf('.+)') + 3);
    const whole = hasWords ? new RegExp(`^${pattern}$`).exec(text) : null;
    const found = whole ?? (/[a-z]{3}/i.test(begin.replaceAll(GROUP, '')) ? new RegExp(`^${begin}$`).exec(text) : null);
    const groups = found?.groups;
    const isPart = text.length > 3 && english.includes(text);
    if (english !== text && groups === undefined && !isPart) return [];
    return [escaped(spanish).replaceAll(PARAMETER, (_, name) => escaped(groups?.[name] ?? '') || '.*')];
  });
  return all.length === 0 ? text : new RegExp(`^\\s*(?:${all.join('|')})`);
}

const BY_TEXT = ['getByText', 'getByLabel'];
const sought = (value: unknown) => (typeof value === 'string' ? spanishOf(value) : value);

function translated(method: string, args: readonly unknown[]): unknown[] {
  const [first, second] = args as [unknown, Record<string, unknown> | undefined];
  if (BY_TEXT.includes(method)) return [sought(first)];
  const { exact: _, ...options } = second ?? {};
  const named = ['name', 'hasText']
    .filter((key) => key in options)
    .map((key) => [
      key,
      // An English pattern is of no use here: whatever has the role is meant.
      key === 'name' && options[key] instanceof RegExp ? /(?:)/ : sought(options[key]),
    ]);
  return second === undefined ? [...args] : [first, { ...options, ...Object.fromEntries(named) }];
}

export function inSpanish<Place extends Pick<Page, 'getByText'>>(place: Place): Place {
  return new Proxy(place, {
    get(target, method) {
      const value = Reflect.get(target, method);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const isLocator = /^(?:getBy|locator$|filter$)/.test(String(method));
        const result = value.apply(target, isLocator ? translated(String(method), args) : args);
        const isPlace = typeof result === 'object' && result !== null && 'getByText' in result;
        return isPlace ? inSpanish(result as Place) : result;
      };
    },
  });
}
