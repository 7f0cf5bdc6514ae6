import { approve } from './approve/es.ts';
import { changeStatus } from './change-status/es.ts';
import { deploy } from './deploy/es.ts';
import { dispute } from './dispute/es.ts';
import type { actions as english } from './en.ts';
import { extend } from './extend/es.ts';
import { fund } from './fund/es.ts';
import { release } from './release/es.ts';
import { resolve } from './resolve/es.ts';
import { trust } from './trust/es.ts';
import { update } from './update/es.ts';
import { withdraw } from './withdraw/es.ts';

export const actions: typeof english = {
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
