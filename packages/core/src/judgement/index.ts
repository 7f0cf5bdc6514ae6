export {
  accountsToAsk,
  combinationOf,
  DEFAULT_FEE_STOP,
  type DeployPolicy,
  type JudgedDeploy,
  judgeDeploy,
  type KnownAccount,
  type KnownOfDeploy,
} from './judge-deploy.ts';
export {
  type JudgedFunding,
  type JudgedStep,
  type Judgement,
  judgeFunding,
  judgeNames,
  judgeStep,
  withMore,
} from './judgement.ts';
export { checkLimits, type Limits, type Spend } from './limits.ts';
export { judgeTaking, type Taking, whoCanTake } from './who-can-take.ts';
