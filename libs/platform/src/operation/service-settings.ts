import type { OperationCalls as Contracts, Output } from '@daymark/contracts'
import { withTimeout } from '../async/time.ts'
import { type AnyConfig, loadConfig, listSettings } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { PlatformConfig } from '../config/platform.config.ts'
import { type Check, probeDependencies } from './probe.ts'

/** Time for which results of checks are cached, because checks start programs and open connections. */
const CHECK_CACHE_MS = 30_000
/** Timeout of the checks. The admin dashboard waits two seconds in total; results of slower checks appear at the next request. */
const CHECK_TIMEOUT_MS = 1200
type SettingsSource = { name: string; configs?: AnyConfig[]; doctor?: (env: Env) => Promise<Check[]> }

/** Reads the settings of a service in this process and the results of its `daymark doctor` checks. */
export class ServiceSettings {
  private lastChecks?: { expiresAt: number; checks: Promise<Check[]> }
  constructor(
    private readonly source: SettingsSource,
    private readonly env: Env,
  ) {}

  async readSettings(): Promise<Output<Contracts['settings']>> {
    const { configs = [], doctor } = this.source
    return {
      settings: configs.flatMap(type => listSettings(type, this.env)),
      checks: doctor ? await this.runChecks(doctor) : [],
    }
  }

  /** The settings and checks that all services share. */
  sharedSettings(): ServiceSettings {
    const doctor = (env: Env): Promise<Check[]> => probeDependencies(loadConfig(PlatformConfig, env))
    return new ServiceSettings({ name: 'all', configs: [PlatformConfig], doctor }, this.env)
  }

  private runChecks(doctor: NonNullable<SettingsSource['doctor']>): Promise<Check[]> {
    if (!this.lastChecks || this.lastChecks.expiresAt < performance.now())
      this.lastChecks = {
        expiresAt: performance.now() + CHECK_CACHE_MS,
        checks: doctor(this.env).catch(error => [this.createFailedCheck(error)]),
      }
    return withTimeout(this.lastChecks.checks, CHECK_TIMEOUT_MS).catch(() => [this.createUnfinishedCheck()])
  }

  private createFailedCheck(error: unknown): Check {
    return {
      name: this.source.name,
      ok: false,
      needed: false,
      message: `the checks failed: ${(error as Error)?.name ?? 'unknown'}`,
    }
  }
  private createUnfinishedCheck(): Check {
    return { name: this.source.name, ok: true, needed: false, message: 'check in progress: try again in a moment' }
  }
}
