// Yardstick: the blog's list of articles in Express 5, as usually written. Run as `node blog-server.ts DATABASE PORT`.
import compression from 'compression'
import express from 'express'
import helmet from 'helmet'
import { DatabaseSync } from 'node:sqlite'
import { hashToken } from '../data.ts'
import { generateBlogData, READER_TOKEN } from './blog-data.ts'

const SCHEMA = `
  CREATE TABLE person (id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, bio TEXT, image TEXT) STRICT, WITHOUT ROWID;
  CREATE TABLE session (token TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES person, expires_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE follow (person TEXT NOT NULL, followed TEXT NOT NULL, PRIMARY KEY (person, followed)) STRICT, WITHOUT ROWID;
  CREATE TABLE tag (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
  CREATE TABLE article (
    id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT NOT NULL, body TEXT NOT NULL,
    author TEXT NOT NULL REFERENCES person, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE article_tag (article TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (article, tag)) STRICT, WITHOUT ROWID;
  CREATE TABLE favorite (article TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (article, person)) STRICT, WITHOUT ROWID;
`
const INDEXES = `
  CREATE INDEX article_created_at ON article (created_at DESC, id);
  CREATE INDEX article_author ON article (author, created_at DESC);
  CREATE INDEX article_tag_tag ON article_tag (tag, article);
  ANALYZE;
`

interface Row {
  readonly [column: string]: string | number | null
}

export function seedBlogDatabase(path: string): void {
  const data = generateBlogData()
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ${SCHEMA} BEGIN`)
  const insert = (sql: string) => database.prepare(`INSERT INTO ${sql}`)
  const addPerson = insert('person (id, username, email, bio) VALUES (?, ?, ?, ?)')
  const addFollow = insert('follow (person, followed) VALUES (?, ?)')
  const addTag = insert('tag (id, name) VALUES (?, ?)')
  const addArticle = insert(
    'article (id, slug, title, description, body, author, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const addArticleTag = insert('article_tag (article, tag) VALUES (?, ?)')
  const addFavorite = insert('favorite (article, person) VALUES (?, ?)')
  for (const { id, username, email, bio, follows } of data.people) {
    addPerson.run(id, username, email, bio)
    for (const followed of follows) addFollow.run(id, followed)
  }
  for (const { id, name } of data.tags) addTag.run(id, name)
  for (const article of data.articles()) {
    const { id, slug, title, description, body, author, created_at } = article
    addArticle.run(id, slug, title, description, body, author, created_at, created_at)
    for (const tag of article.tags) addArticleTag.run(id, tag)
    for (const person of article.favorited_by) addFavorite.run(id, person)
  }
  insert('session (token, person, expires_at) VALUES (?, ?, ?)').run(
    hashToken(READER_TOKEN),
    data.people[0]?.id ?? '',
    '2099-01-01T00:00:00.000Z',
  )
  database.exec(`COMMIT; ${INDEXES} PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

function serve(path: string, port: number): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536')
  const findReader = database.prepare(
    'SELECT p.id FROM session s JOIN person p ON p.id = s.person WHERE s.token = ? AND s.expires_at > ?',
  )
  const listArticles = database.prepare(`
    SELECT a.slug, a.title, a.description, a.created_at, a.updated_at, p.username, p.bio, p.image,
      (SELECT json_group_array(name) FROM (
        SELECT t.name FROM article_tag at JOIN tag t ON t.id = at.tag WHERE at.article = a.id ORDER BY t.name)) AS tags,
      (SELECT count(*) FROM favorite f WHERE f.article = a.id) AS favorites,
      EXISTS (SELECT 1 FROM favorite f WHERE f.article = a.id AND f.person = :me) AS favorited,
      EXISTS (SELECT 1 FROM follow w WHERE w.person = :me AND w.followed = p.id) AS following
    FROM article a JOIN person p ON p.id = a.author ORDER BY a.created_at DESC, a.id LIMIT :limit OFFSET :offset`)
  const countArticles = database.prepare('SELECT count(*) AS count FROM article')
  const app = express()
  app.use(helmet())
  app.use(compression())
  app.get('/api/articles', (request, response) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    const me = scheme === 'Token' ? findReader.get(hashToken(token), new Date().toISOString())?.['id'] : undefined
    if (typeof me !== 'string') return void response.status(401).json({ errors: { token: ['is not known'] } })
    const limit = Math.min(Math.max(Number(request.query['limit'] ?? 20), 1), 100)
    const offset = Math.max(Number(request.query['offset'] ?? 0), 0)
    const rows = listArticles.all({ me, limit, offset }) as unknown as readonly Row[]
    response.json({
      articles: rows.map((row) => ({
        slug: row['slug'],
        title: row['title'],
        description: row['description'],
        tagList: JSON.parse(String(row['tags'])) as unknown,
        createdAt: row['created_at'],
        updatedAt: row['updated_at'],
        favorited: row['favorited'] === 1,
        favoritesCount: row['favorites'],
        author: {
          username: row['username'],
          bio: row['bio'],
          image: row['image'],
          following: row['following'] === 1,
        },
      })),
      articlesCount: countArticles.get()?.['count'],
    })
  })
  app.listen(port, '127.0.0.1')
}

const [path, port] = process.argv.slice(2)
if (import.meta.main && path !== undefined) serve(path, Number(port))
