import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from './processes.mjs'

export const project = join(fileURLToPath(new URL('.', import.meta.url)), '../..')

/** Reads and checks the settings of the launcher. The server checks its own settings. */
export function readSettings(env = process.env) {
  const host = env.HOST || '127.0.0.1'
  if (!/^[\w.:%-]+$/.test(host))
    throw new UserError(`HOST must be an address or a name of this machine, not "${host}".`)
  const port = readPort(env.PORT || '8080')
  const publicUrl = env.DAYMARK_PUBLIC_URL || `http://${urlHost(host)}:${port}`
  if (!isWebAddress(publicUrl)) {
    throw new UserError(`DAYMARK_PUBLIC_URL must be an address such as https://photos.example.com, not "${publicUrl}".`)
  }
  return { port, host, publicUrl, dataDir: resolve(project, env.DAYMARK_DATA_DIR || 'data'), admin: readAdmin(env) }
}

function readPort(text) {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new UserError(`PORT must be a number from 1 to 65535, not "${text}".`)
}

function readAdmin(env) {
  const email = env.DAYMARK_ADMIN_EMAIL || 'admin@daymark.local'
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new UserError(`DAYMARK_ADMIN_EMAIL must be an email address, not "${email}".`)
  return { email, password: env.DAYMARK_ADMIN_PASSWORD || undefined }
}

function isWebAddress(text) {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Returns the address at which this machine can reach a server that listens on `host`. */
export function localHost(host) {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

const urlHost = host => (localHost(host).includes(':') ? `[${localHost(host)}]` : localHost(host))
export const localUrl = ({ host, port }) => `http://${urlHost(host)}:${port}`

/** Returns a message for a system error that tells the user what to do. */
export function explainError(error, location) {
  if (error instanceof UserError) return error
  const sentences = {
    EADDRINUSE: `Port ${location.port} is in use. Stop the program that uses it, or choose another port with PORT=….`,
    EADDRNOTAVAIL: `HOST=${location.host} is not an address of this machine.`,
    ENOTFOUND: `HOST=${location.host} is not an address of this machine.`,
    ENOSPC: `The disk of ${error.path ?? location.dataDir} is full. Free some space and start again.`,
    EDQUOT: `The disk quota of ${error.path ?? location.dataDir} is used up. Free some space and start again.`,
    EROFS: `${error.path} cannot be written: the file system is read-only.`,
    ENOTDIR: `${error.path} cannot be used: a part of the path is a file, not a folder.`,
    EEXIST: `${error.path} cannot be used: it is a file, not a folder.`,
    ENOENT: `${error.path} cannot be created: its parent folder does not exist.`,
  }
  if (sentences[error.code]) return new UserError(sentences[error.code])
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    if (error.syscall === 'listen')
      return new UserError(`Port ${location.port} requires more privileges. Choose another port with PORT=….`)
    return new UserError(
      `${error.path ?? location.dataDir} is not writable. Correct its permissions, or set DAYMARK_DATA_DIR.`,
    )
  }
  return error
}

/**
 * Prints the reason for the failure of this process and sets the exit code. A `UserError` is printed without a stack trace, after
 * `prefix`.
 */
export function reportFailure(error, location = { dataDir: project }, prefix = '') {
  const reason = explainError(error, location)
  console.error(reason instanceof UserError ? `${prefix}${reason.message}` : reason)
  process.exitCode = 1
}
