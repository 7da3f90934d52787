import { join } from 'node:path'
import { createPassword } from './data-folder.mjs'
import { localHost, localUrl, project } from './settings.mjs'

/**
 * Returns email and password of the first sign-in, or undefined if it was already printed. If no password is set, one is generated and
 * stored until it has been printed, so that a failed start does not lose it.
 */
export function prepareFirstAdmin({ admin }, { values, save }) {
  if (!values.firstStart) return undefined
  if (!admin.password && !values.adminPassword) save({ adminPassword: createPassword() })
  return { email: admin.email, password: admin.password ?? values.adminPassword, isGiven: Boolean(admin.password) }
}

export function serverEnvironment({ port, host, publicUrl, dataDir }, { values }, postgres, admin) {
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: host,
    DAYMARK_DATABASE_URL: postgres.url('daymark'),
    DAYMARK_SECRET: values.secret,
    DAYMARK_ENCRYPTION_KEYS: process.env.DAYMARK_ENCRYPTION_KEYS || values.encryptionKeys,
    DAYMARK_PUBLIC_URL: publicUrl,
    DAYMARK_STORAGE_DIR: join(dataDir, 'objects'),
    DAYMARK_MEDIA_WORK_DIR: process.env.DAYMARK_MEDIA_WORK_DIR ?? join(dataDir, 'work'),
    DAYMARK_WEB_DIR: join(project, 'apps/web/dist'),
    ...(admin && { DAYMARK_ADMIN_EMAIL: admin.email, DAYMARK_ADMIN_PASSWORD: admin.password }),
  }
}

/** Prints the address and the first sign-in in one write, so that programs that read the output never get a part of it. */
export function printReadyMessage(settings, admin) {
  const lines = [`\n  Daymark is ready: ${localUrl(settings)}`]
  if (localHost(settings.host) !== settings.host)
    lines.push(`  It listens on every address of this machine (HOST=${settings.host}).`)
  if (admin) {
    lines.push(`\n  First sign-in:  ${admin.email}`)
    lines.push(`  Password:       ${admin.isGiven ? 'the one in DAYMARK_ADMIN_PASSWORD' : admin.password}`)
    if (!admin.isGiven) lines.push('  It is shown only now.')
  }
  lines.push(`\n  Data: ${settings.dataDir}   Stop: Ctrl-C\n`)
  console.log(lines.join('\n'))
}
