import { lazy, type ComponentType } from 'react'

export type Section = {
  /** The fragment of the URL: /settings#appearance. */
  id: string
  title: string
  load: () => Promise<{ default: ComponentType }>
  Section: ComponentType
}

const createSection = (id: string, title: string, load: Section['load']): Section => ({
  id,
  title,
  load,
  Section: lazy(load),
})

/**
 * S-SET-01: the sections of Settings in order. Each section is a component without props, which renders a
 * SettingsSection, or nothing if its feature is not set up.
 */
export const SECTIONS: readonly Section[] = [
  createSection('account', 'Account Overview', async () => ({
    default: (await import('./account-section.tsx')).AccountSection,
  })),
  createSection('subscription', 'Subscription and Plan', async () => ({
    default: (await import('./plan-section.tsx')).PlanSection,
  })),
  createSection('profile', 'Profile', async () => ({
    default: (await import('./profile/profile-section.tsx')).ProfileSection,
  })),
  createSection('security', 'Security', async () => ({
    default: (await import('./security/security-section.tsx')).SecuritySection,
  })),
  createSection('sessions', 'Sessions', async () => ({
    default: (await import('./sessions-section.tsx')).SessionsSection,
  })),
  createSection('mail', 'Email', async () => ({
    default: (await import('./mail-section.tsx')).MailSection,
  })),
  createSection('appearance', 'Appearance', async () => ({
    default: (await import('./appearance-section.tsx')).AppearanceSection,
  })),
  createSection('photos', 'Photo Management', async () => ({
    default: (await import('./photos-section.tsx')).PhotosSection,
  })),
  createSection('backups', 'Backups', async () => ({
    default: (await import('./backups/backups-section.tsx')).BackupsSection,
  })),
  createSection('presets', 'Presets for Links', async () => ({
    default: (await import('./presets-section.tsx')).PresetsSection,
  })),
  createSection('domain', 'Domain', async () => ({
    default: (await import('./domain/domain-section.tsx')).DomainSection,
  })),
  createSection('studio', 'Studio', async () => ({
    default: (await import('./studio/studio-section.tsx')).StudioSection,
  })),
  createSection('studio-page', 'Studio Page', async () => ({
    default: (await import('./studio-page/studio-page-section.tsx')).StudioPageSection,
  })),
  createSection('support', 'Support', async () => ({
    default: (await import('./support/support-section.tsx')).SupportSection,
  })),
  createSection('activity', 'Recent Activity', async () => ({
    default: (await import('./activity-section.tsx')).ActivitySection,
  })),
  createSection('leaving', 'Delete Account', async () => ({
    default: (await import('./account-deletion/account-deletion-section.tsx')).AccountDeletionSection,
  })),
]
