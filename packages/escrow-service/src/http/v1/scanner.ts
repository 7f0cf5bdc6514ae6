import { createSecretScanner } from '@countersign/core/secrets';

export const scanner = createSecretScanner();
