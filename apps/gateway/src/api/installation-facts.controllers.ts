import { anonymous, billing, facts, type http, accountDeletion, routes } from '@daymark/contracts'
import { EVENT_DAYS, PlatformConfig, RpcClient, isTraceExportEnabled } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Controller } from '@nestjs/common'
import { Caches } from '../cache/caches.ts'
import { Serves } from '../routing/serves.ts'

/** Settings of the installation that the Security page shows. */
@Controller()
export class SecurityFactsController {
  constructor(private readonly storage: Storage) {}

  @Serves(routes.getSecurityFacts)
  get(): http.SecurityFacts {
    return { encryption: { configured: this.storage.canEncrypt } }
  }
}

/** Settings of the installation that the Privacy page shows, collected from the services. */
@Controller()
export class PrivacyFactsController {
  private readonly eventDays: number
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
    { natsUrl }: PlatformConfig,
  ) {
    this.eventDays = natsUrl ? EVENT_DAYS : 0
  }

  @Serves(routes.getPrivacyFacts)
  get(): Promise<http.PrivacyFacts> {
    return this.caches.privacyFacts.get('', () => this.load())
  }

  private async load(): Promise<http.PrivacyFacts> {
    const [sharing, admin, identity, cards] = await Promise.all([
      this.rpc.call(facts.sharing, {}, anonymous),
      this.rpc.call(facts.admin, {}, anonymous),
      this.rpc.call(accountDeletion.getFacts, {}, anonymous),
      this.rpc.call(billing.getConfig, {}, anonymous),
    ])
    return {
      ...{ trash_days: sharing.trashDays, visit_days: sharing.visitDays },
      ...{ audit_days: admin.auditDays, activity_days: admin.activityDays },
      event_days: this.eventDays,
      ...{ deletion_days: identity.days, mail: identity.mailSetUp, mail_days: sharing.mailDays },
      ...{ cards: cards.configured, telemetry: isTraceExportEnabled() },
    }
  }
}
