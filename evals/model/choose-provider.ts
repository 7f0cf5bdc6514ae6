/** Which provider's model plays the assistant, by the keys in the environment. */
import { anthropic } from './anthropic.ts';
import { openai } from './openai.ts';
import type { Provider } from './provider.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** @returns one line that says what is missing, where no model can be asked */
export function chooseProvider(env: Env): Provider | string {
  const model = env['EVALS_MODEL'] ?? '';
  const [ofAnthropic = '', ofOpenai = ''] = [env['ANTHROPIC_API_KEY'], env['OPENAI_API_KEY']];
  if (ofAnthropic === '' && ofOpenai === '')
    return 'Skipped: set ANTHROPIC_API_KEY or OPENAI_API_KEY, and EVALS_MODEL.';
  if (model === '') return 'Skipped: set EVALS_MODEL to the name of a model of the provider whose key is set.';
  return ofAnthropic === ''
    ? openai({ key: ofOpenai, model, url: 'https://api.openai.com' })
    : anthropic({ key: ofAnthropic, model, url: 'https://api.anthropic.com' });
}
