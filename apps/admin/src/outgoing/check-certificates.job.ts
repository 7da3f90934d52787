import { outgoing, system } from '@daymark/contracts'
import { Every, type Job, RpcClient } from '@daymark/platform'
import { Certificates } from './certificates.ts'

/** Checks each certificate once a day. Runs hourly, so that restarts of the process do not delay the check by a day. */
@Every('1h')
export class CheckCertificates implements Job {
  constructor(
    private readonly rpc: RpcClient,
    private readonly certificates: Certificates,
  ) {}

  async run(): Promise<void> {
    const { domains } = await this.rpc.call(outgoing.domains, {}, system)
    await this.certificates.checkHosts(listVerifiedHosts(domains))
  }
}

/** Returns the hosts whose DNS records were verified. */
export const listVerifiedHosts = (domains: { host: string; state: string }[]): string[] =>
  domains.flatMap(({ host, state }) => (state === 'pending' ? [] : [host]))
