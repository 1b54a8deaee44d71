/**
 * Every error that Paceline can show: its code, the HTTP status that carries it and its words. Messages marked by the
 * specifications are verbatim. A status of null means that the error never crosses the wire (it arises in the browser).
 */
export const ERRORS = {
  // the request
  BAD_REQUEST: { status: 400, message: 'Something in the request is not valid.' },
  ILLEGAL_ARGUMENTS: { status: 400, message: 'Illegal arguments' },
  ILLEGAL_ARGUMENTS_1: { status: 400, message: 'Illegal arguments 1' },
  ILLEGAL_ARGUMENTS_2: { status: 400, message: 'Illegal arguments 2' },
  USERNAME_OR_PASSWORD_EMPTY: { status: 400, message: 'Username or password is empty' },
  REFRESH_TOKEN_EMPTY: { status: 400, message: 'RefreshToken or GrantType is empty' },
  USERNAME_OR_APPNAME_EMPTY: { status: 400, message: 'Username or Appname is empty' },
  PASSWORD_FIELDS_EMPTY: { status: 400, message: 'Please enter all required fields' },
  INVALID_OWNER_OR_USER_TYPE: { status: 400, message: 'Invalid ownerName or userType' },
  USER_TYPE_NOT_SUPPORTED: { status: 400, message: 'user type not supported' },
  CAMPAIGN_CODE_RULE: { status: 400, message: 'campaignCodeUniqueness rule has missing arguments' },
  EQUAL_RULE: { status: null, message: 'isEqualTo rule has missing arguments' },
  EMAIL_LIST_EMPTY: { status: 400, message: 'Field is empty' },
  EMAIL_LIST_INVALID: { status: 400, message: 'One or more email addresses are not valid' },
  UNSUPPORTED_GRANT_TYPE: { status: 400, message: 'unsupported_grant_type' },
  INVALID_GRANT: { status: 400, message: 'Your session has expired. Please sign in again.' },
  // who is asking
  TOKEN_MISSING: { status: 401, message: 'Please sign in.' },
  TOKEN_EXPIRED: { status: 401, message: 'Please sign in.' },
  TOKEN_INVALID: { status: 401, message: 'Please sign in.' },
  CREDENTIALS: { status: 401, message: 'Username or password is incorrect.' },
  FORBIDDEN: { status: 403, message: 'You do not have access to do this.' },
  WRONG_USER_TYPE: { status: 403, message: 'You do not have access to do this.' },
  OWNER_SCOPE: { status: 403, message: 'You do not have access to do this.' },
  MUST_CHANGE_PASSWORD: { status: 403, message: 'You do not have access to do this.' },
  NOT_FOUND: { status: 404, message: 'The item was not found.' },
  // the state of things
  DUPLICATE_CODE: { status: 409, message: 'This code is already in use.' },
  STALE_ROW: { status: 409, message: 'Someone else changed this row. Reload and try again.' },
  LEAD_STATUS_TRANSITION: { status: 409, message: 'This lead cannot move to that status.' },
  CAMPAIGN_STATUS: { status: 409, message: 'The campaign cannot be moved to that status.' },
  CAMPAIGN_HAS_ACTIVITY: { status: 409, message: 'The campaign has activity and cannot be changed this way.' },
  MONTH_CLOSED: { status: 409, message: 'The month is closed.' },
  ALREADY_RUNNING: { status: 409, message: 'This is already running.' },
  IMPORT_STATE: { status: 409, message: 'This file cannot be applied or undone any more. Upload it again.' },
  FILE_UNREADABLE: { status: 400, message: 'The file cannot be read as a spreadsheet.' },
  FILE_UNSAFE: { status: 400, message: 'The file holds something that is not accepted.' },
  FILE_LIMIT: { status: 413, message: 'The file is larger than is accepted.' },
  FILE_TOO_COMPLEX: {
    status: 413,
    message: 'The file takes too much time or memory to read. Split it into smaller ones.',
  },
  FILE_TOO_LARGE: { status: 413, message: 'The file is larger than 10 MB.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request is larger than this call accepts.' },
  FILE_TYPE: { status: 415, message: 'Upload an .xlsx or .csv file.' },
  MEDIA_TYPE: { status: 415, message: 'This call does not accept that content type.' },
  VALIDATION: { status: 422, message: 'Please correct the marked fields.' },
  IMPORT_ERRORS: { status: 422, message: 'Please correct the marked fields.' },
  RANGE_TOO_LONG: { status: 422, message: 'The date range is too long.' },
  LOCKED: { status: 423, message: 'Too many attempts. Try again in 15 minutes.' },
  RATE_LIMIT: { status: 429, message: 'Too many requests. Please wait a moment.' },
  // our side
  INTERNAL: { status: 500, message: 'Something went wrong' },
  UPSTREAM: { status: 502, message: 'The connected platform did not answer.' },
  MAINTENANCE: { status: 503, message: 'The service is being updated. Please try again shortly.' },
  TOO_SLOW: { status: 503, message: 'This took too long. Narrow the dates or the filters and try again.' },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The connected platform did not answer.' },
  // the browser
  SIGN_IN_TYPE: { status: null, message: 'User type is not supported' },
  SIGN_IN_TYPE_NULL: { status: null, message: 'user type is null' },
  USER_TYPE_NOT_FOUND: { status: null, message: 'User type not found' },
  OWNERS_FORMAT: { status: null, message: 'owners for client is not in correct format' },
  TYPE_OF_DATA: { status: null, message: 'typeOfData is not correct' },
  REFRESH_FAILED: { status: null, message: 'Something went wrong. Please try again.' },
  COOKIE_NOT_JSON: { status: null, message: 'The data stored in cookie must be in JSON format only' },
  COOKIE_NOT_SET: { status: null, message: 'authCookie is not set' },
  COOKIE_NULL: { status: null, message: 'The data to store in cookie is null' },
  LOCAL_NULL: { status: null, message: 'The data to store in local storage is null' },
  LOCAL_NOT_JSON: { status: null, message: 'The data stored in local storage must be in JSON format only' },
  SESSION_NULL: { status: null, message: 'The data to store in session storage is null' },
  OFFLINE: { status: null, message: 'Paceline cannot be reached. Check the connection and try again.' },
  TIMED_OUT: { status: null, message: 'Paceline did not answer in time. Please try again.' },
  STREAM_CUT: { status: null, message: 'The list was cut off before its end. Please reload it.' },
} as const satisfies Record<string, { status: number | null; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

const messages: ReadonlyMap<string, { status: number | null; message: string }> = new Map(Object.entries(ERRORS));
export const isErrorCode = (code: string): code is ErrorCode => messages.has(code);
