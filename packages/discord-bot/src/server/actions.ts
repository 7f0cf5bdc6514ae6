/** `/escrow settings`, and what its selects and forms change. Everything here has the access `settings`. */
import type { ButtonSpec, FormSpec, Reply, Task } from '../task.ts';
import { setChannels, setLanguage, setRoles } from './choice-settings.ts';
import { defaultsModal, setDefaults } from './default-settings.ts';
import { limitsModal, setLimits } from './limit-settings.ts';
import { setLog } from './log-setting.ts';
import { retentionModal, setRetention } from './retention-setting.ts';
import { noForm, panel, RULES } from './setting.ts';

/** `/escrow settings` */
export async function openSettings(task: Task): Promise<Reply[]> {
  return [await panel(task)];
}

export const SETTINGS_BUTTONS: readonly (readonly [string, ButtonSpec])[] = [
  ['settings-roles', { ...RULES, press: setRoles }],
  ['settings-channels', { ...RULES, press: setChannels }],
  ['settings-language', { ...RULES, press: setLanguage }],
  ['settings-retention', { ...RULES, press: noForm, modal: retentionModal }],
  ['settings-log', { ...RULES, press: setLog }],
  ['settings-defaults', { ...RULES, press: noForm, modal: defaultsModal }],
  ['settings-limits', { ...RULES, press: noForm, modal: limitsModal }],
];

export const SETTINGS_FORMS: readonly (readonly [string, FormSpec])[] = [
  ['settings-defaults', { ...RULES, submit: setDefaults }],
  ['settings-limits', { ...RULES, submit: setLimits }],
  ['settings-retention', { ...RULES, submit: setRetention }],
];
