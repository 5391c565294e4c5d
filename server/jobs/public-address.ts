// Resolves a host for a connection, and refuses addresses that lead into a private network.
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { BlockList, isIP } from 'node:net'

/** All addresses of a name. */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

export class PrivateAddress extends Error {
  constructor() {
    super('The address leads into a private network.')
  }
}

/** Private IPv4 networks by RFC 6890: all addresses that are not globally reachable. */
const PRIVATE_V4 = new BlockList()
const NETWORKS_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
for (const network of NETWORKS_V4) addNetwork(PRIVATE_V4, network, 'ipv4')

/**
 * Global IPv6 addresses: only the range allocated for global use (2000::/3), without documentation networks and
 * without tunnels, which lead to IPv4.
 */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')
const SPECIAL_V6 = new BlockList()
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) addNetwork(SPECIAL_V6, network, 'ipv6')

function addNetwork(list: BlockList, network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = network.split('/')
  list.addSubnet(address, Number(bits), family)
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !PRIVATE_V4.check(address, 'ipv4')
  return family === 6 && GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6')
}

/**
 * Makes the lookup of the socket itself: the checked address is the one connected to, so a name can't change in
 * between. One private address among several refuses the host. Sockets look up no literal addresses; `requirePublic`
 * checks those.
 */
export function publicLookup(resolve: ResolveHost, isAllowed: boolean): LookupFunction {
  const find = async (host: string): Promise<readonly LookupAddress[] | Error> => {
    try {
      const addresses = await resolve(host)
      if (addresses.length === 0) return new Error('no address')
      const isPublic = addresses.every(({ address }) => isPublicAddress(address))
      return isAllowed || isPublic ? addresses : new PrivateAddress()
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const answer = async (...[host, options, callback]: Parameters<LookupFunction>): Promise<void> => {
    const found = await find(host)
    if (found instanceof Error) callback(found, '')
    else if (options.all === true) callback(null, [...found])
    else callback(null, found[0]?.address ?? '', found[0]?.family)
  }
  return (...asked) => void answer(...asked)
}

/** A host that is written as an address. */
export function requirePublic(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw new PrivateAddress()
}
