import { expect, test } from 'vitest';
import { wordsOf } from './all.ts';
import { firstOf, naming, turnsFor } from './naming.ts';

const [ENGLISH, SPANISH] = [wordsOf('en'), wordsOf('es')];
const account = (letter: string) => `G${letter.repeat(55)}`;
const [ANA, BEN, UNNAMED] = [account('A'), account('B'), account('C')];
const NAMES = [
  { name: 'Ana', address: ANA },
  { name: 'Ben', address: BEN },
];

test('a name comes before the whole address the first time, and alone after that', () => {
  const named = naming(NAMES);
  expect(named(`The approver (${ANA}) approves first.`)).toBe(`The approver (Ana, ${ANA}) approves first.`);
  expect(named(`Between them, ${BEN} and ${ANA} pay out.`)).toBe(`Between them, Ben (${BEN}) and Ana pay out.`);
  expect(named(`${ANA} pays ${BEN}.`)).toBe('Ana pays Ben.');
});

test('an address that is listed with its name is not repeated, and one without a name stays whole', () => {
  const named = naming(NAMES, [ANA]);
  expect(named(`Signed by: Approver (${ANA}), ${UNNAMED}.`)).toBe(`Signed by: Approver (Ana), ${UNNAMED}.`);
});

test('a stranger’s text in quotation marks gets no names, and neither does a longer word', () => {
  const named = naming(NAMES);
  for (const sentence of [`It was reported as “${ANA}, paid”.`, `A${ANA}`, `${ANA}A`]) {
    expect(named(sentence)).toBe(sentence);
  }
  expect(named(`“${ANA}” is for ${ANA}`)).toBe(`“${ANA}” is for Ana (${ANA})`);
});

test('a sentence of many quotation marks is read quickly', () => {
  const begun = process.cpuUsage();
  naming(NAMES)('“'.repeat(100_000));
  const { user, system } = process.cpuUsage(begun);
  expect(user + system).toBeLessThan(1_000_000);
});

test('a change of a name’s address keeps both addresses', () => {
  const params = { name: 'Ana', before: BEN, now: ANA, at: '2026-11-20T10:00:00.000Z', by: 'terminal' } as const;
  for (const { stopLines, warningLines } of [ENGLISH, SPANISH]) {
    const lines = [
      ...stopLines([{ code: 'NAME_HAS_NEW_ADDRESS', params }], naming(NAMES, [ANA, BEN])),
      ...warningLines([{ code: 'NAME_CHANGED_LATELY', params }], naming(NAMES, [ANA, BEN])),
    ];
    for (const line of lines) expect([line.includes(ANA), line.includes(BEN)]).toEqual([true, true]);
  }
});

test('equal stops are one line, also with a name', () => {
  const stop = { code: 'ROLE_IS_TOKEN', params: { role: 'receiver', address: ANA } } as const;
  const { stopLines } = ENGLISH;
  expect(stopLines([stop, stop], naming(NAMES))).toEqual(stopLines([stop, stop]).map(naming(NAMES)));
});

test('says “you” only to the reader whose turn it is', () => {
  const turns = [
    { role: 'approver', address: ANA, action: 'approve', milestone: 2 },
    { role: 'serviceProvider', address: BEN, action: 'change-status', milestone: 2 },
  ] as const;
  expect(naming(NAMES)(ENGLISH.turnsText(turnsFor(turns, [ANA, undefined])))).toBe(
    `You approve milestone 2. Service provider (Ben, ${BEN}) reports progress on milestone 2.`,
  );
  expect(SPANISH.turnsText(turnsFor(turns.slice(0, 1), [ANA]))).toBe('Usted aprueba el hito 2.');
  expect(ENGLISH.turnsText(turnsFor(turns, []))).not.toContain('You');
});

test('shows up to two items more than wanted of a list, and counts only a larger rest', () => {
  const items = [1, 2, 3, 4, 5, 6];
  expect(firstOf(items.slice(0, 4), 2)).toEqual({ shown: [1, 2, 3, 4], left: 0 });
  expect(firstOf(items.slice(0, 5), 2)).toEqual({ shown: [1, 2], left: 3 });
});

test('has one sentence for what a person does to several milestones', () => {
  const turn = { role: 'approver', address: ANA, action: 'approve' } as const;
  const report = { role: 'serviceProvider', address: BEN, action: 'change-status', milestone: 9 } as const;
  const turns = [1, 2, 3, 6].map((milestone) => ({ ...turn, milestone }));
  expect(ENGLISH.turnsText([...turns, report])).toBe(
    `Approver (${ANA}) approves milestones 1–3 and 6. Service provider (${BEN}) reports progress on milestone 9.`,
  );
  const reports = [1, 2, 3, 5].map((milestone) => ({ ...report, milestone }));
  expect(SPANISH.turnsText([{ ...turn, milestone: 4 }, ...reports].map(({ address: _, ...each }) => each))).toBe(
    'Quien aprueba aprueba el hito 4. Quien hace el trabajo informa el avance de los hitos 1–3 y 5.',
  );
});
