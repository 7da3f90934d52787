import type { BackupPlan, BackupTarget, Entitlement } from '@daymark/contracts'
import { BackupStores } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { BackupsConfig } from '../config.ts'

/** Determines how often a plan includes backups and how many are retained. Without a backup store, no backups are made. */
@Injectable()
export class BackupPlans {
  constructor(
    private readonly config: BackupsConfig,
    private readonly stores: BackupStores,
  ) {}

  get isConfigured(): boolean {
    return this.stores.backup !== undefined
  }

  /** Returns null if the plan includes no backups. */
  findBackupPlan({ tier, features }: Pick<Entitlement, 'tier' | 'features'>): BackupPlan | null {
    if (!features.includes('automatic_backups') && !features.includes('daily_backups')) return null
    const { professionalDays, professionalKeep, advancedDays, advancedKeep, studioDays, studioKeep } = this.config
    const offsite = features.includes('offsite_backups') && this.stores.offsite !== undefined
    if (tier === 'studio') return { everyDays: studioDays, keep: studioKeep, offsite }
    if (tier === 'advanced') return { everyDays: advancedDays, keep: advancedKeep, offsite }
    return { everyDays: professionalDays, keep: professionalKeep, offsite }
  }

  listTargets(plan: BackupPlan): BackupTarget[] {
    if (!this.isConfigured) return []
    return plan.offsite ? ['backup', 'offsite'] : ['backup']
  }
}
