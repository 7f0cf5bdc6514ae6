/** The bot as part of a larger process. */
export { type RunningBot, type StartBotOptions, startBot } from './start-bot.ts';
