import { Switch } from '../../../ui/fields/checkbox.tsx'
import type { SectionProps } from './section.ts'

/** Whether visitors can comment on photos, and who sees the comments. */
export function CommentsFields({ draft: { comments }, set }: SectionProps) {
  return (
    <>
      <Switch
        label="Visitors comment on photos"
        checked={comments !== null}
        onChange={event => set({ comments: event.target.checked ? { shared: false } : null })}
      />
      {comments && (
        <Switch
          label="Visitors see the comments of others"
          checked={comments.shared}
          onChange={event => set({ comments: { shared: event.target.checked } })}
        />
      )}
    </>
  )
}
