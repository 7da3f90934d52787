import { check, type Check, type Env, loadConfig, PlatformConfig } from '@daymark/platform'
import { MailConfig, mailServer } from './mail-settings.ts'
import { transportTo } from './smtp.ts'

/** A line of `daymark doctor`: greets the SMTP server and signs in, and sends nothing. */
export async function mailCheck(env: Env): Promise<Check[]> {
  const says = async (): Promise<string> => {
    const server = mailServer(loadConfig(MailConfig, env), loadConfig(PlatformConfig, env).publicUrl)
    if (!server) return "none is set up: nothing is sent, and 'Forgot password?' is not offered (DAYMARK_MAIL_*)"
    await transportTo(server).verify()
    return `${server.host}:${server.port} takes mail from ${server.from.address}`
  }
  return [await check('mail', says, false)]
}
