import type { Acted } from '../words/life.ts';
import { approve } from './approve/en.ts';
import { changeStatus } from './change-status/en.ts';
import { deploy } from './deploy/en.ts';
import { dispute } from './dispute/en.ts';
import { extend } from './extend/en.ts';
import { fund } from './fund/en.ts';
import { release } from './release/en.ts';
import { resolve } from './resolve/en.ts';
import { trust } from './trust/en.ts';
import { update } from './update/en.ts';
import { withdraw } from './withdraw/en.ts';
import type { ActionWords } from './words.ts';

const all = {
  deploy,
  fund,
  trust,
  'change-status': changeStatus,
  approve,
  release,
  dispute,
  resolve,
  withdraw,
  update,
  extend,
};

export const actions: Readonly<Record<Acted, ActionWords>> & typeof all = all;
