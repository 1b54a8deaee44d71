import { BlockList, isIP } from 'node:net';

/** Networks that no visitor of a public page has. */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const privateV4 = listOf(PRIVATE_V4, 'ipv4');
/** All global addresses are in the first; documentation, Teredo and 6to4 are exceptions within it. */
const globalV6 = listOf(['2000::/3'], 'ipv6');
const specialV6 = listOf(['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20'], 'ipv6');

/** Whether an address can belong to a visitor: well-formed and routed on the internet. */
export const isPublicAddress = (text: string): boolean => {
  const family = isIP(text);
  if (family === 4) return !privateV4.check(text, 'ipv4');
  return family === 6 && !text.includes('%') && globalV6.check(text, 'ipv6') && !specialV6.check(text, 'ipv6');
};
