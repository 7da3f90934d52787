import { Switch } from '../../../ui/fields/checkbox.tsx'
import type { SectionProps } from './section.ts'

/** What visitors may take with them. */
export function DownloadsFields({ draft, set }: SectionProps) {
  return (
    <Switch
      label="Allow downloads"
      checked={draft.allowDownloads}
      onChange={event => set({ allowDownloads: event.target.checked })}
    />
  )
}
