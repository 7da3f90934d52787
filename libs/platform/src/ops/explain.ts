import { ConfigError } from '../config/config.ts'

const reasons: Record<string, (e: { port?: number; address?: string; path?: string }) => string> = {
  EADDRINUSE: e => `Port ${e.port} is taken by another program. Stop it, or choose another with PORT.`,
  EACCES: e => `There is no right to use ${e.path ?? `port ${e.port}`}.`,
  EPERM: e => `There is no right to use ${e.path ?? `port ${e.port}`}.`,
  ENOSPC: () => 'The disk is full.',
  EADDRNOTAVAIL: e => `The address ${e.address} is not one of this machine. Choose another with HOST.`,
  ENOTFOUND: e => `The address ${e.address ?? ''} cannot be found.`,
  ECONNREFUSED: e => `Nothing answers at ${e.address}:${e.port}: is the database running?`,
  '28P01': () => 'The database refused the user name or password of DAYMARK_DATABASE_URL.',
  '42501': () => 'The role of DAYMARK_DATABASE_URL may not create roles and schemas.',
}

type Failure = NodeJS.ErrnoException & { port?: number; address?: string; errors?: unknown[] }

/** One sentence for whoever started the program; everything unexpected keeps its stack. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const failure = (error ?? {}) as Failure
  if (failure.errors?.length) return explain(failure.errors[0])
  return reasons[failure.code ?? '']?.(failure) ?? unexpected(error)
}
const unexpected = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
