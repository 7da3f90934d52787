import { lazy, type ComponentType } from 'react'

export type Section = {
  /** Part of the address: /settings#appearance. */
  id: string
  title: string
  load: () => Promise<{ default: ComponentType }>
  Section: ComponentType
}

const section = (id: string, title: string, load: Section['load']): Section => ({
  id,
  title,
  load,
  Section: lazy(load),
})

/**
 * S-SET-01. The sections of Settings in order. A section is a component without props, in its own folder, that renders
 * frame/settings-section.tsx; it is loaded with the page and may render nothing if its feature is not set up.
 */
export const SECTIONS: readonly Section[] = [
  section('account', 'Account Overview', async () => ({
    default: (await import('./account-section.tsx')).AccountSection,
  })),
  section('subscription', 'Subscription and Plan', async () => ({
    default: (await import('./plan-section.tsx')).PlanSection,
  })),
  section('profile', 'Profile', async () => ({
    default: (await import('./profile/profile-section.tsx')).ProfileSection,
  })),
  section('security', 'Security', async () => ({
    default: (await import('./security/security-section.tsx')).SecuritySection,
  })),
  section('sessions', 'Sessions', async () => ({
    default: (await import('./sessions-section.tsx')).SessionsSection,
  })),
  section('mail', 'Email', async () => ({
    default: (await import('./mail-section.tsx')).MailSection,
  })),
  section('appearance', 'Appearance', async () => ({
    default: (await import('./appearance-section.tsx')).AppearanceSection,
  })),
  section('photos', 'Photo Management', async () => ({
    default: (await import('./photos-section.tsx')).PhotosSection,
  })),
  section('backups', 'Backups', async () => ({
    default: (await import('./backups/backups-section.tsx')).BackupsSection,
  })),
  section('presets', 'Presets for Links', async () => ({
    default: (await import('./presets-section.tsx')).PresetsSection,
  })),
  section('domain', 'Domain', async () => ({
    default: (await import('./domain/domain-section.tsx')).DomainSection,
  })),
  section('studio', 'Studio', async () => ({
    default: (await import('./studio/studio-section.tsx')).StudioSection,
  })),
  section('studio-page', 'Studio Page', async () => ({
    default: (await import('./studio-page/studio-page-section.tsx')).StudioPageSection,
  })),
  section('support', 'Support', async () => ({
    default: (await import('./support/support-section.tsx')).SupportSection,
  })),
  section('activity', 'Recent Activity', async () => ({
    default: (await import('./activity-section.tsx')).ActivitySection,
  })),
  section('leaving', 'Delete Account', async () => ({
    default: (await import('./account-deletion/account-deletion-section.tsx')).AccountDeletionSection,
  })),
]
