import type { http } from '@daymark/contracts'
import { SearchX, Tags } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { sortByLabel, labelMatches } from '../../../domain/tags/tag-display.ts'
import { allTagsQuery } from '../../../domain/tags/tags.api.ts'
import { useTitle } from '../../../lib/page-meta.ts'
import { useSearchParams } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/overlay/overlay-store.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { NewTagForm } from '../../../widgets/tags/new-tag-form.tsx'
import { TagGrid } from './tag-grid.tsx'
import styles from '../tags.module.css'

function TagListSkeleton() {
  return (
    <Skeletons label="Loading tags" className={styles['loading']}>
      {Array.from({ length: 12 }, (_, n) => (
        <Skeleton key={n} className={styles['card']} />
      ))}
    </Skeletons>
  )
}

function NoMatches({ searchText, onClear }: { searchText: string; onClear: () => void }) {
  return (
    <EmptyState icon={<SearchX aria-hidden />} title="No tags found" text={`No tag has '${searchText}' in its name.`}>
      <Button onClick={onClear}>Clear Search</Button>
    </EmptyState>
  )
}

const NoTags = () => (
  <EmptyState
    icon={<Tags aria-hidden />}
    title="No tags yet"
    text="Give your first tag a name above, then select photos and tag them."
  />
)

function TagsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<Tags aria-hidden />}
      title="The tags could not be loaded"
      text="Check your connection and try again."
    >
      <Button onClick={onRetry}>Try Again</Button>
    </EmptyState>
  )
}

type MatchingTagsProps = { tags: readonly http.Tag[]; searchText: string; onClear: () => void }

function MatchingTags({ tags, searchText, onClear }: MatchingTagsProps) {
  const deferredSearchText = useDeferredValue(searchText)
  const matches = useMemo(
    () => tags.filter(({ label }) => labelMatches(label, deferredSearchText)),
    [tags, deferredSearchText],
  )
  if (tags.length === 0) return <NoTags />
  return matches.length ? (
    <TagGrid tags={matches} searchText={deferredSearchText} />
  ) : (
    <NoMatches searchText={deferredSearchText.trim()} onClear={onClear} />
  )
}

function TagsHeading({ count }: { count: number }) {
  return (
    <div className={styles['heading']}>
      <h1 className="text-4">Tags</h1>
      {count > 0 && <p className="muted">{count === 1 ? '1 tag' : `${count} tags`}</p>}
    </div>
  )
}

/** The page of all tags: a card for each, a search field and the form for a new tag. */
export function TagList() {
  useTitle('Tags')
  const { data, isError, refetch } = useCached(allTagsQuery())
  const tags = useMemo(() => data && sortByLabel(data), [data])
  const [searchText, search] = useTagSearch()
  const clear = useCallback(() => search(''), [search])
  const onCreated = ({ id, label }: http.Tag) => {
    if (tags?.some(tag => tag.id === id)) showToast(`You already have a tag '${label}'`)
    if (!labelMatches(label, searchText)) clear()
  }
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <TagsHeading count={tags?.length ?? 0} />
        <div className={styles['new']}>
          <NewTagForm appearance="primary" onCreated={onCreated} />
        </div>
        <TextField
          type="search"
          label="Search tags"
          hideLabel
          placeholder="Search tags"
          value={searchText}
          className={styles['search']}
          onChange={event => search(event.target.value)}
        />
      </header>
      {tags && <MatchingTags tags={tags} searchText={searchText} onClear={clear} />}
      {!tags && (isError ? <TagsFailed onRetry={() => void refetch()} /> : <TagListSkeleton />)}
    </div>
  )
}

/**
 * Returns the text of the search field. The URL contains it too, so that the user finds the same cards after returning
 * from a tag. The field needs a state of its own, because the URL is updated later than the field.
 */
function useTagSearch(): [string, (searchText: string) => void] {
  const [params, setParams] = useSearchParams()
  const [searchText, setSearchText] = useState(params.get('q') ?? '')
  const search = useCallback(
    (text: string) => {
      setSearchText(text)
      setParams(text ? { q: text } : {}, { replace: true, state: { keepScroll: true } })
    },
    [setParams],
  )
  return [searchText, search]
}
