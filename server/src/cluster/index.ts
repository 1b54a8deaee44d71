/** Public interface of the report cluster: its servers, its columns, and the statements that fill and query it. */
export {
  type Cluster,
  ClusterError,
  type ClusterNode,
  type ClusterTrouble,
  type Shard,
  layoutOf,
  onOneOf,
  openCluster,
  readShard,
} from './cluster.ts';
export {
  FACT_COLUMNS,
  type FactColumn,
  type FactRows,
  KINDS,
  LABEL_COLUMNS,
  type LabelColumn,
  isAmount,
  isFactColumn,
  isLabelColumn,
  labelColumns,
} from './fact-columns.rules.ts';
export {
  type FactQuestion,
  type Grain,
  SENT_COLUMNS,
  STAND_IN,
  type StandIns,
  createStatement,
  factStatement,
  findMark,
  groupsOf,
  insertStatement,
  markLine,
} from './statements.rules.ts';
export { type Weights, weighedName, weightKey, weightKeyOf } from './weights.rules.ts';
