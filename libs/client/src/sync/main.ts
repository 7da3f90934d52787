#!/usr/bin/env node
import { Daymark } from '../daymark.ts'
import { DaymarkError } from '../errors.ts'
import { OtherAccountError } from './journal.ts'
import { readOptions, type SyncOptions, USAGE, UsageError } from './options.ts'
import { formatTotals, Output, toPrintable } from './output.ts'
import { Sync } from './sync.ts'
import { watchFolder } from './watch.ts'

const output = new Output()
const stopController = new AbortController()

void main().then(code => (process.exitCode = code))

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2), process.env)
    if (options === 'help') {
      process.stdout.write(`${USAGE}\n`)
      return 0
    }
    return await runSync(options)
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${toPrintable(error.message)}\n\n${USAGE}\n`)
      return 2
    }
    output.printLine(errorMessage(error))
    return 1
  }
}

/** Uploads the folder and returns the exit code: 0 if all files are in the library, else 1. */
async function runSync(options: SyncOptions): Promise<number> {
  const daymark = new Daymark({
    token: options.token,
    baseUrl: options.url,
    retries: 8,
    waitForRateLimit: true,
    onWait: ({ seconds, reason }) => output.printLine(`Waiting ${Math.ceil(seconds)} s: ${errorMessage(reason)}`),
  })
  let account: string | undefined
  const runPass = async () => {
    account ??= (await daymark.tokens.validate()).account_id
    const library = { server: options.url, account }
    const totals = await new Sync(daymark, { ...options, library }, output).run()
    output.printLine(formatTotals(totals))
    return totals.failed > 0 ? 1 : 0
  }
  if (!options.watch) return runPass()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopController.abort())
  await watchFolder(options.folder, { settleMs: options.settleMs, signal: stopController.signal }, async () => {
    // A temporary failure of the installation does not end the program. The next pass tries again.
    await runPass().catch((error: unknown) => {
      if (error instanceof OtherAccountError) throw error
      output.printLine(errorMessage(error))
    })
  })
  return 0
}

function errorMessage(error: unknown): string {
  if (error instanceof DaymarkError) return `${error.message} (${error.code})`
  return error instanceof Error ? error.message : String(error)
}
