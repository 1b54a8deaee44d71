// Invariants between the histories of the clients and the final state. Each checker gets both as plain data and returns a sentence for each
// anomaly: none, if all is well. An operation without an answer may have happened or not.

const groupBy = (items, keyOf) => Map.groupBy(items, keyOf);
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Set: every post answered as stored is there once, under the key given in each answer; refused ones are not there.
 * `posts`: { id, outcome: 'stored' | 'refused' | 'unknown', leadId }, several for an id that was sent again.
 * `stored`: { id, leadId }.
 */
export const checkSet = ({ posts, stored }) => {
  const rowsById = groupBy(stored, ({ id }) => id);
  const sent = groupBy(posts, ({ id }) => id);
  const anomalies = [];
  for (const [id, answers] of sent) {
    const answeredIds = new Set(answers.filter(({ outcome }) => outcome === 'stored').map(({ leadId }) => leadId));
    const there = (rowsById.get(id) ?? []).map(({ leadId }) => leadId);
    if (answeredIds.size > 1) anomalies.push(`post ${id} was told two leads: ${[...answeredIds].join(' and ')}`);
    for (const leadId of answeredIds) if (!there.includes(leadId)) anomalies.push(`post ${id} is lost: lead ${leadId}`);
    if (there.length > 1) anomalies.push(`post ${id} is stored ${there.length} times`);
    const isRefused = answeredIds.size === 0 && answers.some(({ outcome }) => outcome === 'refused');
    if (isRefused && there.length > 0) anomalies.push(`post ${id} was refused and is stored`);
  }
  for (const id of rowsById.keys()) if (!sent.has(id)) anomalies.push(`post ${id} is stored and was never sent`);
  return anomalies;
};

/**
 * Register: every version of a record has one value, an acknowledged write is overwritten only by a writer who had read it, and the final
 * value comes from a write that was not refused. Written values are unique. A write answered with `same` changed nothing: another client
 * had written that value.
 * `writes`: { key, from, value, outcome: 'ok' | 'same' | 'stale' | 'unknown', to }, `reads`: { key, version, value },
 * `first` and `last`: Map of key → { version, value }.
 */
export const checkRegister = ({ writes, reads, first, last }) => {
  const anomalies = [];
  const writesOf = groupBy(writes, ({ key }) => key);
  const readsOf = groupBy(reads, ({ key }) => key);
  for (const [key, end] of last) {
    const own = writesOf.get(key) ?? [];
    const seen = readsOf.get(key) ?? [];
    const ok = own.filter(({ outcome }) => outcome === 'ok');
    for (const [from, winners] of groupBy(ok, (write) => write.from))
      if (winners.length > 1) anomalies.push(`${key}: ${winners.length} writes over version ${from} were acknowledged`);
    const values = new Map([[first.get(key).version, first.get(key).value]]);
    const meet = (version, value) => {
      if (values.has(version) && !isSame(values.get(version), value))
        anomalies.push(`${key}: version ${version} was ${values.get(version)} and ${value}`);
      else values.set(version, value);
    };
    for (const { to, value } of ok) meet(to, value);
    for (const { version, value } of seen) meet(version, value);
    meet(end.version, end.value);
    const lastAcknowledged = Math.max(first.get(key).version, ...ok.map(({ to }) => to));
    if (end.version < lastAcknowledged)
      anomalies.push(`${key}: version ${lastAcknowledged} was acknowledged and ${end.version} is there`);
    const refused = own.filter(({ outcome }) => outcome === 'stale').map(({ value }) => value);
    const possible = own.filter(({ outcome }) => outcome === 'ok' || outcome === 'unknown').map(({ value }) => value);
    for (const { from, value, outcome } of own)
      if (outcome === 'same' && !possible.some((one) => isSame(one, value)))
        anomalies.push(`${key}: ${value} was told to be there after version ${from} and was written by nobody`);
    for (const [version, value] of values) {
      if (version === first.get(key).version || possible.some((one) => isSame(one, value))) continue;
      const why = refused.some((one) => isSame(one, value)) ? 'was refused' : 'was written by nobody';
      anomalies.push(`${key}: ${value} at version ${version} ${why}`);
    }
  }
  return anomalies;
};

/** Bank: money moved between line items is neither created nor lost. `totals`: { when, sum }. */
export const checkBank = ({ before, totals }) =>
  totals.filter(({ sum }) => sum !== before).map(({ when, sum }) => `the budgets were ${before} and ${sum} ${when}`);

/**
 * Chain: a token has one successor, and a session one valid token. A refused client had sent the token before, or met a wrong clock
 * (`excused`).
 * `renewals`: { token, outcome: 'ok' | 'refused' | 'unknown', next, excused }, `live`: { session, tokens }.
 */
export const checkChain = ({ renewals, live }) => {
  const anomalies = [];
  for (const [token, answers] of groupBy(renewals, (one) => one.token)) {
    const next = new Set(answers.filter(({ outcome }) => outcome === 'ok').map((one) => one.next));
    if (next.size > 1) anomalies.push(`token ${token} has ${next.size} successors`);
    if (answers.some(({ outcome, excused }) => outcome === 'refused' && !excused))
      anomalies.push(`token ${token} was refused without a reason`);
  }
  const parents = new Map();
  for (const { token, outcome, next } of renewals) {
    if (outcome !== 'ok') continue;
    if (parents.has(next) && parents.get(next) !== token) anomalies.push(`token ${next} has two predecessors`);
    parents.set(next, token);
  }
  for (const { session, tokens } of live)
    if (tokens > 1) anomalies.push(`session ${session} has ${tokens} tokens that can be renewed`);
  return anomalies;
};

/** Files: all or nothing. `groups`: the final values of the rows of one file. */
export const checkFiles = ({ groups }) =>
  groups
    .filter(({ values }) => new Set(values).size > 1)
    .map(({ name, values }) => `file ${name} was applied in part: ${[...new Set(values)].join(', ')}`);

/**
 * Counter: a campaign has counted the leads answered as accepted, and the unanswered ones that are stored.
 * `accepted`, `stored` and `counted`: Map of campaign → number.
 */
export const checkCounter = ({ accepted, stored, counted, differences }) => {
  const anomalies = differences.map((line) => `recount: ${line}`);
  for (const campaign of new Set([...accepted.keys(), ...stored.keys(), ...counted.keys()])) {
    const of = (map) => map.get(campaign) ?? 0;
    if (of(stored) < of(accepted))
      anomalies.push(`campaign ${campaign}: ${of(accepted)} accepted and ${of(stored)} stored`);
    if (of(counted) !== of(stored))
      anomalies.push(`campaign ${campaign}: ${of(stored)} stored and ${of(counted)} counted`);
  }
  return anomalies;
};

/**
 * Deliveries: every accepted lead has arrived, under one key with one content, and only stored ones.
 * `accepted`: lead ids; `arrived`: { key, body }, once per delivery; `stored`: Map of lead id → { status, acknowledged }.
 */
export const checkDeliveries = ({ accepted, arrived, stored }) => {
  const bodies = groupBy(arrived, ({ key }) => key);
  const anomalies = [];
  for (const id of accepted) {
    if (!bodies.has(id)) anomalies.push(`lead ${id} never arrived`);
    const storedRow = stored.get(id);
    if (storedRow?.status !== 'DLV')
      anomalies.push(`lead ${id} is ${storedRow?.status ?? 'not there'} and not delivered`);
    if (storedRow?.acknowledged > 1) anomalies.push(`lead ${id} was taken as accepted ${storedRow.acknowledged} times`);
  }
  for (const [key, requests] of bodies) {
    if (new Set(requests.map(({ body }) => body)).size > 1) anomalies.push(`key ${key} came with two leads`);
    if (!stored.has(key)) anomalies.push(`lead ${key} arrived and is not stored`);
  }
  return anomalies;
};

/** Money: the bill equals the prices of the leads, in cents for each campaign and side. Maps of campaign → { client, media }. */
export const checkMoney = ({ billed, leads }) => {
  const none = { client: 0, media: 0 };
  return [...new Set([...billed.keys(), ...leads.keys()])]
    .map((campaign) => ({ campaign, bill: billed.get(campaign) ?? none, sum: leads.get(campaign) ?? none }))
    .filter(({ bill, sum }) => !isSame([bill.client, bill.media], [sum.client, sum.media]))
    .map(
      ({ campaign, bill, sum }) => `campaign ${campaign} is billed ${JSON.stringify(bill)} for ${JSON.stringify(sum)}`,
    );
};

/** Answers: clients never see a server error, whatever breaks; "not now" is none. `answers`: Map of status → count. */
export const checkAnswers = ({ answers }) =>
  [...answers]
    .filter(([status]) => status >= 500 && status !== 503)
    .map(([status, times]) => `${times} calls were answered with ${status}`);
