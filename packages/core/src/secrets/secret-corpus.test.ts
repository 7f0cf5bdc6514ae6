/** Every secret of the committed corpus is refused, and nothing that people write every day. */
import { ORDINARY_ORDERS } from '@countersign/testkit/fixtures/ordinary-texts';
import { SECRET_CORPUS } from '@countersign/testkit/fixtures/secret-corpus';
import { expect, test } from 'vitest';
import { fieldProblem } from '../errors/errors.ts';
import { createSecretScanner, refuseSecrets } from './secrets.ts';

const scanner = createSecretScanner();
const refused = (input: unknown) => {
  try {
    refuseSecrets(input, scanner);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'SECRET_REFUSED' });
    return true;
  }
};

test('refuses and blacks out every secret of the corpus', () => {
  const missed = SECRET_CORPUS.filter(({ text }) => {
    const redacted = scanner.redact(text);
    const isHidden = /\[(?:secret seed|secret key|recovery phrase)\]/.test(redacted) && !scanner.finds(redacted);
    return !isHidden || !refused({ title: 'x', note: text });
  });
  expect(missed).toEqual([]);
});

test.each(Object.entries(ORDINARY_ORDERS))('orders in %s are let through, whole and line by line', (_, orders) => {
  expect(orders.filter((text) => scanner.finds(text))).toEqual([]);
  expect(orders.filter((text) => refused(text.split(/[\n。，；：、.,;:]/)))).toEqual([]);
});

/** Work that people number row by row, with the number of rows. */
const NUMBERED = `Month 12, Week 12, Day 14, Episode 12, Chapter 20, Video 12, Photo 24, Song 12, Part 12, Level 12, Logo 12,
  Sprint 12, Phase 12, Stage 12, Illustration 12, Mes 12, Semana 12, Capítulo 12, Foto 24, Vídeo 12, Fase 12, Entrega 12,
  Mês 12, Aula 12, Sesión 12, Lesson 12, Article 12, Post 30, Banner 12, Page 15, Song and video 12, Photo/Album 15`;
const FORMS: Readonly<Record<string, (name: string, number: number) => string>> = {
  'Month 1': (name, number) => `${name} ${number}`,
  '1. Month': (name, number) => `${number}. ${name}`,
  'Month alone': (name) => name,
  '1st month draft': (name, number) => `${number}st ${name} draft`,
};

test.each(Object.entries(FORMS))(
  'numbered work written like “%s” is let through, in one field and in many',
  (_, write) => {
    for (const list of NUMBERED.split(/,\s+/)) {
      const [, name = '', count] = /^(.+) (\d+)$/.exec(list) ?? [];
      const rows = Array.from({ length: Number(count) }, (_, at) => write(name, at + 1));
      const texts = [rows.join('\n'), rows.join(', '), rows.map((row) => `100 | ${row}`).join('\n')];
      expect(texts.filter((text) => refused({ text }) || refused({ text: text.toUpperCase() }))).toEqual([]);
      expect(refused({ milestones: rows.map((description) => ({ description, amount: '100' })) }), list).toBe(false);
    }
  },
);

test('names a list of single words that may be a phrase as such, and lets it through with a word added to each row', () => {
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ');
  const problems = (path: string) => expect.objectContaining({ fields: [fieldProblem(path, 'PHRASE')] });
  const inFields = () => refuseSecrets({ milestones: phrase.map((description) => ({ description })) }, scanner);
  expect(inFields).toThrowError(problems('(several fields together)'));
  expect(() => refuseSecrets({ text: phrase.join('\n') }, scanner)).toThrowError(problems('text'));
  expect(refused({ milestones: phrase.map((word) => ({ description: `${word} drawing` })) })).toBe(false);
});
