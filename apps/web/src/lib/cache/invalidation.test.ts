import { staleAfter, type Mutation } from './invalidation.ts'

it.each<[string, Mutation[], string]>([
  ['L-CACHE-09', ['like', 'unlike'], 'images favorites albumImages recentImages'],
  ['L-CACHE-10', ['upload'], 'images albums recentImages tags'],
  ['L-CACHE-11', ['delete'], 'images albums albumImages favorites recentImages shares'],
  ['L-CACHE-12', ['addToAlbum', 'removeFromAlbum'], 'albums albumImages shares'],
  ['L-CACHE-13', ['createAlbum'], 'albums'],
  ['L-CACHE-13', ['deleteAlbum'], 'albums shares'],
  ['L-CACHE-14', ['tag', 'untag'], 'images tags albumImages recentImages'],
  ['L-CACHE-15', ['editImage'], 'images albumImages recentImages'],
  ['L-CACHE-15', ['editExif'], 'images albumImages'],
  ['L-CACHE-16', ['share', 'unshare'], 'shares albums'],
  ['L-CACHE-16', ['watermark'], 'shares'],
])('%s %j clears exactly its types, and searchResults', (_, mutations, types) => {
  for (const mutation of mutations)
    expect(new Set(staleAfter(mutation))).toEqual(new Set([...types.split(' '), 'searchResults']))
})
