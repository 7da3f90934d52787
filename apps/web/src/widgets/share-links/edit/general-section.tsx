import { MAX_TITLE, type http } from '@daymark/contracts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { AddressField } from './address-field.tsx'
import type { SectionProps } from './section.ts'
import { WatermarkField } from './watermark-field.tsx'

/** The address of the gallery, and its appearance. */
export function GeneralFields(props: SectionProps) {
  const { draft, set } = props
  return (
    <>
      {draft.title !== null && (
        <TextField
          label="Title"
          value={draft.title}
          maxLength={MAX_TITLE}
          required
          data-autofocus
          onChange={event => set({ title: event.target.value })}
        />
      )}
      <AddressField {...props} />
      <Select label="Theme" value={draft.theme} onChange={event => set({ theme: event.target.value as http.Theme })}>
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </Select>
      <Switch
        label="Show titles"
        checked={draft.showTitles}
        onChange={event => set({ showTitles: event.target.checked })}
      />
      <Switch
        label="Show my name"
        checked={draft.showName}
        onChange={event => set({ showName: event.target.checked })}
      />
      <WatermarkField {...props} />
    </>
  )
}
