/**
 * The words of Spanish: plain, for any country of Latin America, and “usted”.
 *
 * | English | Spanish |
 * | --- | --- |
 * | escrow | depósito en garantía |
 * | milestone | hito |
 * | approver | quien aprueba |
 * | service provider | quien hace el trabajo |
 * | release signer | quien libera los fondos |
 * | receiver | quien cobra |
 * | dispute resolver | árbitro |
 * | platform | plataforma |
 * | trustline | línea de confianza |
 * | wallet | billetera |
 * | ledger | libro mayor; “el registro de la red” where that is plainer |
 * | seed, secret key | clave secreta |
 * | to settle | quedar registrada |
 * | to pay out, to release | pagar, liberar los fondos |
 * | engagement id | identificador del acuerdo |
 * | the service | el servicio de depósitos |
 */
import errors from '../errors/messages/errors.es.json' with { type: 'json' };
import { createWords } from './core.ts';
import core from './messages/core.es.json' with { type: 'json' };
import steps from './messages/steps.es.json' with { type: 'json' };

export const es = createWords({ core, steps, errors });
