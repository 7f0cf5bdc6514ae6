/** An error in words, and where two transactions differ: what was asked for, and what was found. */
import { inLanguage } from '../../text/message.ts';
import { errorMessages } from '../catalogue.ts';
import { differenceText as difference, type ErrorWords, type SpokenError } from '../errors.ts';
import json from '../messages/errors.en.json' with { type: 'json' };
import { actions } from './core.ts';

/** Errors are thrown with English words, so nothing is translated. */
export const errorWords = ({ message, remedy }: SpokenError): ErrorWords => ({ message, remedy });

export const { differenceText } = inLanguage(
  { ...errorMessages(json), actions, errorWords },
  { differenceText: difference },
);
