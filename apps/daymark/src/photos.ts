import { parseArgs } from 'node:util'
import { processEnv } from '@daymark/platform'
import { UsageError } from './services.ts'

const USAGE =
  'Usage: daymark photos retry --from <time> --to <time> [--owner <user id>], with times such as 2026-05-31T10:00Z.'

/** `retry` processes the photos again that failed within a time span, for example because of a machine fault. */
export async function photos([verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'retry') throw new UsageError(USAGE)
  const { from, to, owner: ownerId } = options(rest)
  const span = { from: timeOf(from), to: timeOf(to), ...(ownerId !== undefined && { ownerId }) }
  const { retrySpan } = await import('@daymark/library')
  console.log(`${await retrySpan(processEnv(), span)} photos will be retried.`)
}

function options(words: string[]): { from?: string; to?: string; owner?: string } {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: words, options: { from: text, to: text, owner: text } }).values
  } catch {
    throw new UsageError(USAGE)
  }
}

function timeOf(text: string | undefined): Date {
  const time = new Date(text ?? '')
  if (Number.isNaN(time.getTime())) throw new UsageError(USAGE)
  return time
}
