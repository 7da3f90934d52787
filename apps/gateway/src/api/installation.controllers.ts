import {
  accountDeletion,
  anonymous,
  billing,
  errors,
  type http,
  identity,
  retentionFacts,
  routes,
} from '@daymark/contracts'
import { EVENT_DAYS, isTraceExportEnabled, PlatformConfig, RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Controller, Header, Injectable, Res } from '@nestjs/common'
import type { Response } from 'express'
import { Caches } from '../cache/caches.ts'
import { BuildVersion, Readiness } from '../edge/lifecycle.ts'
import { Serves } from '../routing/serves.ts'
import type { Caller } from '../session/caller.ts'

/** Whether the installation can send email. If not, features that need email are hidden, and requests to them are rejected. */
@Injectable()
export class MailAvailability {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  async isSetUp(): Promise<boolean> {
    return (await this.caches.mailAvailability.get('', () => this.load())).isSetUp
  }

  /** Bypasses the cache, for actions that cannot be undone. */
  async isSetUpNow(): Promise<boolean> {
    return (await this.load()).isSetUp
  }

  async assertSetUp(): Promise<void> {
    if (!(await this.isSetUp())) throw errors.MAIL_OFF()
  }

  private load(): Promise<{ isSetUp: boolean }> {
    return this.rpc.call(identity.getMailFacts, {}, anonymous)
  }
}

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly version: BuildVersion,
  ) {}

  @Serves(routes.getHealth)
  @Header('Cache-Control', 'no-store')
  async getHealth(_: unknown, __: Caller, @Res({ passthrough: true }) response: Response) {
    const { ok } = await this.getReadiness(_, __, response)
    return { ok, status: ok ? 'ok' : 'unavailable' }
  }

  @Serves(routes.getVersion)
  @Header('Cache-Control', 'no-store')
  getVersion() {
    return { version: this.version.text }
  }

  @Serves(routes.getLiveness)
  @Header('Cache-Control', 'no-store')
  getLiveness() {
    return { ok: true as const }
  }

  @Serves(routes.getReadiness)
  @Header('Cache-Control', 'no-store')
  async getReadiness(_: unknown, __: Caller, @Res({ passthrough: true }) response: Response) {
    const ok = await this.readiness.check()
    response.status(ok ? 200 : 503)
    return { ok }
  }
}

/** Settings of the installation that the Security page and the Privacy page show. */
@Controller()
export class InstallationController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    private readonly storage: Storage,
    private readonly config: PlatformConfig,
  ) {}

  @Serves(routes.getSecurityFacts)
  getSecurityFacts(): http.SecurityFacts {
    return { encryption: { configured: this.storage.canEncrypt } }
  }

  @Serves(routes.getPrivacyFacts)
  getPrivacyFacts(): Promise<http.PrivacyFacts> {
    return this.caches.privacySettings.get('', () => this.load())
  }

  private async load(): Promise<http.PrivacyFacts> {
    const [sharing, admin, identity, paymentProvider] = await Promise.all([
      this.rpc.call(retentionFacts.sharing, {}, anonymous),
      this.rpc.call(retentionFacts.admin, {}, anonymous),
      this.rpc.call(accountDeletion.getFacts, {}, anonymous),
      this.rpc.call(billing.getConfig, {}, anonymous),
    ])
    return {
      trash_days: sharing.trashDays,
      visit_days: sharing.visitDays,
      audit_days: admin.auditDays,
      activity_days: admin.activityDays,
      event_days: this.config.natsUrl ? EVENT_DAYS : 0,
      deletion_days: identity.days,
      mail: identity.mailSetUp,
      mail_days: sharing.mailDays,
      cards: paymentProvider.configured,
      telemetry: isTraceExportEnabled(),
    }
  }
}
