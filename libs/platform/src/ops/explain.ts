import { ConfigError } from '../config/config.ts'
import { UntrustedDatabase } from '../db/trusted-server.ts'

const sentences: Record<string, (e: { port?: number; address?: string; path?: string }) => string> = {
  EADDRINUSE: e => `Port ${e.port} is used by another program. Stop it, or choose another port with PORT.`,
  EACCES: e => `There is no right to use ${e.path ?? `port ${e.port}`}.`,
  EPERM: e => `There is no right to use ${e.path ?? `port ${e.port}`}.`,
  ENOSPC: () => 'The disk is full.',
  EADDRNOTAVAIL: e => `The address ${e.address} does not belong to this machine. Choose another with HOST.`,
  ENOTFOUND: e => `The address ${e.address ?? ''} cannot be found.`,
  ECONNREFUSED: e => `No database responds at ${addressOf(e)}. Is it running?`,
  '28P01': () => 'The database rejected the user name or password of DAYMARK_DATABASE_URL.',
  '42501': () => 'The role of DAYMARK_DATABASE_URL may not create roles and schemas.',
}

type Failure = NodeJS.ErrnoException & { port?: number; address?: string; errors?: unknown[] }

/** The address of a failed connection. A Unix socket has only a path. */
const addressOf = ({ address, port }: Pick<Failure, 'address' | 'port'>): string =>
  port ? `${address}:${port}` : String(address)

/** Explains an error to the operator in one sentence. For an unexpected error it returns the stack. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UntrustedDatabase) return error.message
  const failure = (error ?? {}) as Failure
  if (failure.errors?.length) return explain(failure.errors[0])
  const { code = '', syscall } = failure
  // the socket file of a stopped database does not exist
  return (
    sentences[syscall === 'connect' ? code.replace('ENOENT', 'ECONNREFUSED') : code]?.(failure) ?? unexpected(error)
  )
}
const unexpected = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
