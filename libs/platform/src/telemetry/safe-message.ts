import { withoutTokens } from './without-tokens.ts'

type Failure = { message?: unknown; code?: unknown; name?: unknown; severity?: unknown; issues?: unknown }
type Rule = { is: (failure: Failure) => boolean; says: (message: string, failure: Failure) => string }

const HIDDEN = '[redacted]'
const MOST = 2000
const codeOf = ({ code }: Failure): string => String(code ?? '')

/**
 * Messages that quote what they were given. Postgres names tables and constraints in quotes too, which are ours; only in data
 * exceptions (class 22) is it somebody's value, and what a trigger raises (P0) may hold anything.
 */
const RULES: Rule[] = [
  { is: ({ issues }) => Array.isArray(issues), says: (_, { issues }) => issuesOf(issues as Issue[]) },
  {
    is: failure => /^P0[0-9A-Z]{3}$/.test(codeOf(failure)),
    says: () => HIDDEN,
  },
  {
    is: failure => /^22[0-9A-Z]{3}$/.test(codeOf(failure)),
    says: message => message.replace(/"[\s\S]*"/, `"${HIDDEN}"`),
  },
  {
    is: failure => codeOf(failure).startsWith('ERR_'),
    says: message =>
      message
        .replace(/Received type (\w+) \([\s\S]*\)/, 'Received type $1')
        .replace(/Received (?!type|an ins)[\s\S]*/, `Received ${HIDDEN}`),
  },
  {
    is: ({ name }) => name === 'SyntaxError',
    says: message => message.replace(/(, )?(\.\.\.)?"[\s\S]*"/, ` ${HIDDEN}`),
  },
]

type Issue = { path?: PropertyKey[]; code?: string }
const issuesOf = (issues: Issue[]): string =>
  issues.map(({ path = [], code }) => `${path.map(String).join('.') || 'value'}: ${code}`).join('; ')

/** Of an address: whom it lets in. */
const withoutUser = (text: string): string => text.replace(/(:\/\/)[^\s/]+@/g, `$1${HIDDEN}@`)

/** What went wrong, without what it went wrong with: for logs, traces and dead letters. */
export function safeMessage(error: unknown): string {
  if (typeof error !== 'object' || error === null) return withoutTokens(withoutUser(String(error))).slice(0, MOST)
  const failure = error as Failure
  const message = RULES.filter(rule => rule.is(failure)).reduce(
    (text, rule) => rule.says(text, failure),
    String(failure.message ?? ''),
  )
  return withoutTokens(withoutUser(message)).slice(0, MOST)
}
