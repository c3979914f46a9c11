import test from 'ava';
import { readFacts } from './read-facts.ts';

/** What leagues, exchanges and payment services send. */

test('matches have both scores between the teams', (t) => {
  const page = readFacts({
    leagues: [{ name: 'English Premier League' }],
    events: [
      {
        date: '2026-11-21T12:30Z',
        competitions: [
          {
            competitors: [
              { homeAway: 'home', score: '2', team: { displayName: 'Chelsea' } },
              { homeAway: 'away', score: '1', team: { displayName: 'Arsenal' } },
            ],
          },
        ],
        status: { type: { shortDetail: 'FT' } },
      },
      {
        date: '2026-11-22T15:00Z',
        competitions: [
          {
            competitors: [
              { homeAway: 'home', score: '0', team: { displayName: 'Everton' } },
              { homeAway: 'away', score: '0', team: { displayName: 'Leeds United' } },
            ],
          },
        ],
        status: { type: { shortDetail: 'Sun 3 PM' } },
      },
    ],
  });
  t.like(page, {
    title: 'English Premier League',
    header: ['time', 'home', 'score', 'away', 'status'],
    rows: [
      ['2026-11-21T12:30Z', 'Chelsea', '2 : 1', 'Arsenal', 'FT'],
      ['2026-11-22T15:00Z', 'Everton', '0 : 0', 'Leeds United', 'Sun 3 PM'],
    ],
    omitted: 4,
  });
});

test('the result of a match is the one at its end', (t) => {
  const page = readFacts([
    {
      matchDateTime: '2026-11-21T15:30:00',
      leagueName: '1. Fußball-Bundesliga 2026/2027',
      matchDateTimeUTC: '2026-11-21T14:30:00Z',
      group: { groupName: '11. Spieltag' },
      team1: { teamName: 'Bremen' },
      team2: { teamName: 'Köln' },
      matchResults: [{}, { pointsTeam1: 2, pointsTeam2: 1 }],
    },
    {
      matchDateTimeUTC: '2026-11-21T14:30:00Z',
      group: { groupName: '11. Spieltag' },
      team1: { shortName: 'Freiburg' },
      team2: { shortName: 'Mainz' },
      matchResults: [{}, { pointsTeam1: 0, pointsTeam2: 0 }],
    },
  ]);
  t.like(page, {
    title: '1. Fußball-Bundesliga 2026/2027',
    header: ['home', 'score', 'away', 'time', 'round'],
    rows: [
      ['Bremen', '2 : 1', 'Köln', '2026-11-21T14:30:00Z', '11. Spieltag'],
      ['Freiburg', '0 : 0', 'Mainz', '2026-11-21T14:30:00Z', '11. Spieltag'],
    ],
  });
});

test('races to come have the moment of their start', (t) => {
  const page = readFacts({
    MRData: {
      RaceTable: {
        Races: [
          {
            round: '22',
            raceName: 'Las Vegas Grand Prix',
            Circuit: { Location: { locality: 'Las Vegas', country: 'USA' } },
            date: '2026-11-21',
            time: '14:00:00Z',
          },
          {
            round: '23',
            raceName: 'Qatar Grand Prix',
            Circuit: { Location: { locality: 'Al Daayen', country: 'Qatar' } },
            date: '2026-11-29',
            time: '14:00:00Z',
          },
        ],
      },
    },
  });
  t.like(page, {
    header: ['start', 'race', 'place', 'country', 'round'],
    rows: [
      ['2026-11-21T14:00:00Z', 'Las Vegas Grand Prix', 'Las Vegas', 'USA', '22'],
      ['2026-11-29T14:00:00Z', 'Qatar Grand Prix', 'Al Daayen', 'Qatar', '23'],
    ],
  });
});

test('a player has a rating for each sort of game', (t) => {
  const page = readFacts({
    chess_rapid: {
      last: { rating: 1432 },
      best: { rating: 1501 },
      record: { win: 210, loss: 198, draw: 31 },
    },
    chess_blitz: { last: { rating: 1190 }, best: { rating: 1250 }, record: { win: 80, loss: 91, draw: 4 } },
  });
  t.like(page, {
    title: 'chess.com',
    header: ['game', 'rating', 'best', 'won', 'lost', 'drawn'],
    rows: [
      ['rapid', '1432', '1501', '210', '198', '31'],
      ['blitz', '1190', '1250', '80', '91', '4'],
    ],
  });
});

test('a coin is its price', (t) => {
  const page = readFacts({
    symbol: 'BTCEUR',
    priceChange: '812.10000000',
    priceChangePercent: '1.012',
    lastPrice: '81013.10000000',
    highPrice: '81500.00000000',
    lowPrice: '79880.00000000',
    volume: '812.12340000',
  });
  t.like(page, {
    title: 'BTCEUR',
    lead: 'price',
    facts: ['price: 81013.1', '24 h: 1.01 %', 'change: 812.1', 'high: 81500', 'low: 79880', 'volume: 812'],
  });
});

test('a payment is its amount in the usual notation', (t) => {
  const page = readFacts({
    merchant_id: '6SSW7HV8K2ST5',
    type: 'payment.created',
    data: {
      object: {
        payment: {
          created_at: '2026-11-20T08:27:30Z',
          amount_money: { amount: 1250, currency: 'USD' },
          tip_money: { amount: 200, currency: 'USD' },
          status: 'APPROVED',
          source_type: 'CARD',
          note: 'Two coffees',
        },
      },
    },
  });
  t.like(page, {
    title: 'Two coffees',
    lead: 'amount',
    facts: [
      'amount: 12.50 USD',
      'event: payment created',
      'status: approved',
      'tip: 2.00 USD',
      'by: card',
      'time: 2026-11-20T08:27:30Z',
    ],
  });
});
