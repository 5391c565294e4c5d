// The same deterministic blog for both servers: 500 people, 60 tags and 20,000 articles with tags and favourites.
import { createRandom, idAt, isoAt, pick, range } from '../data.ts'

export interface BlogPerson {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly bio: string
  readonly follows: readonly string[]
}

export interface BlogArticle {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly body: string
  readonly author: string
  readonly tags: readonly string[]
  readonly favorited_by: readonly string[]
  readonly created_at: string
}

export interface BlogData {
  readonly people: readonly BlogPerson[]
  readonly tags: readonly { readonly id: string; readonly name: string }[]
  articles(): Generator<BlogArticle>
}

export const READER_TOKEN = 'bench-reader-000000000000000000000000000000'

const PEOPLE = 500
const TAGS = 60
const ARTICLES = 20_000
const MINUTE = 60_000
const FIRST_DAY = Date.parse('2026-01-01T00:00:00Z')

export function generateBlogData(): BlogData {
  const ids = range(PEOPLE).map((at) => idAt(FIRST_DAY, at))
  const people = ids.map((id, at) => ({
    id,
    username: `writer-${at}`,
    email: `writer${at}@example.com`,
    bio: `Writes about subject ${at}.`,
    follows: range(5).map((step) => pick(ids, at + 1 + step * 17)),
  }))
  const tags = range(TAGS).map((at) => ({ id: idAt(FIRST_DAY, 1_000 + at), name: `tag-${at + 1}` }))
  return {
    people,
    tags,
    *articles() {
      const random = createRandom(20_261_123)
      for (const at of range(ARTICLES)) {
        const first = Math.floor(random() * PEOPLE)
        yield {
          id: idAt(FIRST_DAY + at * MINUTE, 10_000 + at),
          title: `What happened on day ${at}`,
          slug: `what-happened-on-day-${at}`,
          description: `A report of day ${at}`,
          body: 'It rained in the morning. '.repeat(20),
          author: pick(ids, Math.floor(random() * PEOPLE)),
          tags: range(Math.floor(random() * 4)).map((step) => pick(tags, at + step * 7).id),
          favorited_by: range(Math.floor(random() * 8)).map((step) => pick(ids, first + step * 3)),
          created_at: isoAt(FIRST_DAY + at * MINUTE),
        }
      }
    },
  }
}
